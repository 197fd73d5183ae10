// Saves texts and files of the server as files of the browser.

/** A table is UTF-8 with its mark, so that spreadsheets read Chinese; nothing else begins with one. */
export function saveText(name: string, text: string, type = 'text/csv'): void {
  saveFile(name, new Blob(type === 'text/csv' ? ['\ufeff', text] : [text], { type: `${type};charset=utf-8` }));
}

export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
