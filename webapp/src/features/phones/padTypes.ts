// Words for the pad types of phones.

/** The words of each pad type, by its number. */
export const padTypes = [
  'facts.padType.type0',
  'facts.padType.type1',
  'facts.padType.type2',
  'facts.padType.type3',
  'facts.padType.type4',
  'facts.padType.type5',
] as const;
