// Comparison key of names, with which the page finds a typed name among names that it has. The rule is the server's; its tables are too
// large for the wasm module of the rules, so this is a second implementation, tested against the same vectors.

const unseen = /\p{Default_Ignorable_Code_Point}/gu;
// Full case folding, as far as it differs from small letters: capitals first make `ss` of `ß`, and one sigma of two.
const folded = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** Names that are read alike have one key: whatever their case, their width, their joiners and how their letters are composed. */
export const nameKey = (name: string): string =>
  folded(name.normalize('NFKD').replace(unseen, '')).normalize('NFKC').trim().replace(/\s+/g, ' ');
