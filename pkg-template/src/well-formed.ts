/** The way of texts into UTF-8, and back. */
export interface WellFormed {
  /** One of the texts, as it survives UTF-8. */
  readonly fix: (text: string) => string;
  /** A patch made of fixed texts, as it would be of the texts themselves. */
  readonly restorePatch: (patch: string) => string;
}

const WELL_FORMED: WellFormed = { fix: (text) => text, restorePatch: (patch) => patch };

/**
 * Makes texts well-formed without moving an offset or hiding a difference.
 *
 * UTF-8 has no lone surrogates: encoding turns each into U+FFFD, and two different ones would
 * compare as equal. Each distinct one becomes a distinct private-use character that occurs in
 * none of the texts, one UTF-16 unit for one.
 */
export function wellFormed(...texts: readonly string[]): WellFormed {
  if (texts.every(isWellFormed)) return WELL_FORMED;
  const taken = new Set(texts.join(""));
  const standIns = new Map<string, string>();
  const originals = new Map<string, string>();
  let next = FIRST_PRIVATE_USE;
  const standIn = (surrogate: string): string => {
    const known = standIns.get(surrogate);
    if (known !== undefined) return known;
    while (taken.has(String.fromCharCode(next))) next += 1;
    // 2,048 surrogates and 6,400 places: only a text that uses most of those places itself
    // runs out, and then shares the replacement character, as plain encoding would.
    const unit = next <= LAST_PRIVATE_USE ? String.fromCharCode(next) : "\ufffd";
    next += 1;
    standIns.set(surrogate, unit);
    if (unit !== "\ufffd") originals.set(unit, surrogate);
    return unit;
  };
  return {
    fix: (text) => text.replace(LONE_SURROGATE, standIn),
    restorePatch: (patch) => {
      // The two header lines hold the file's name, not the texts.
      const body = patch.indexOf("\n", patch.indexOf("\n") + 1);
      const restored = patch.slice(body).replace(PRIVATE_USE, (unit) => originals.get(unit) ?? unit);
      return patch.slice(0, body) + restored;
    },
  };
}

const FIRST_PRIVATE_USE = 0xe000;
const LAST_PRIVATE_USE = 0xf8ff;
const PRIVATE_USE = /[\ue000-\uf8ff]/g;
/** With the flag `u` a pair is one character, so that only lone surrogates are of this category. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** `String.prototype.isWellFormed` is of 2023; engines without it get the same answer slower. */
export function isWellFormed(text: string): boolean {
  const native = (text as { readonly isWellFormed?: () => boolean }).isWellFormed;
  return typeof native === "function" ? native.call(text) : text.search(LONE_SURROGATE) < 0;
}
