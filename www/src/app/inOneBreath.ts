/**
 * Joins what is said in one breath: of two texts that follow at once, only the second would be heard.
 *
 * @param breath Milliseconds in which one thing leads to the next. Default: one step.
 */
export function inOneBreath(speak: (text: string) => void, breath?: number): (sentence: string) => void {
  let sentences: readonly string[] = [];
  const end = (): void => {
    speak(sentences.join(" "));
    sentences = [];
  };
  return (sentence) => {
    sentences = [...sentences, sentence];
    if (sentences.length > 1) return;
    if (breath === undefined) queueMicrotask(end);
    else setTimeout(end, breath);
  };
}
