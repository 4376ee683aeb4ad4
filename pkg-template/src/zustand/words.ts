/** What a person or the agent reads of entries that have functions of their own. */
export const words = {
  notEditable: "This is changed where it is shown. It can be accepted or rejected as it is.",
  notAcceptable: "This can't be accepted.",
  notAnswered: "The questions have no answers yet.",
  answeredElsewhere: "The call was answered elsewhere.",
} as const;
