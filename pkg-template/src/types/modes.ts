/** The store's mode. In `bypass` a reviewed call is accepted as soon as it is valid. */
export type EditPermission = "manual" | "bypass";

/** What a handler says of one call. */
export type Policy = EditPermission | "deny";

/** Who accepted: a person, or the `bypass` mode. */
export type ApprovalSource = "user" | "auto";
