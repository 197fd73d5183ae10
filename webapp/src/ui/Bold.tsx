// A sentence with what it stresses in weight: "<b>12</b> phones". Cut by hand: react-i18next's Trans brings an HTML parser, and the
// list's scripts have a budget.

/** `text`: translated words with `<b>…</b>` in them; no other markup is read. */
export function Bold({ text }: { text: string }) {
  // split() hands over by turns what stands outside the marks and what inside.
  return text.split(/<b>(.*?)<\/b>/).map((piece, at) => {
    if (at % 2 === 0) return piece;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places.
    return <b key={at}>{piece}</b>;
  });
}
