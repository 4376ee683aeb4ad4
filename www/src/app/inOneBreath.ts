/** Joins what is said in one step: of two texts that follow at once, only the second would be heard. */
export function inOneBreath(speak: (text: string) => void): (sentence: string) => void {
  let sentences: readonly string[] = [];
  return (sentence) => {
    sentences = [...sentences, sentence];
    if (sentences.length > 1) return;
    queueMicrotask(() => {
      speak(sentences.join(" "));
      sentences = [];
    });
  };
}
