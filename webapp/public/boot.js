// Before the first paint: the stored appearance and language on <html>, so that nothing flashes. Keys are those of src/core/storage.ts.
(() => {
  const root = document.documentElement;
  let mode = 'auto';
  try {
    const stored = JSON.parse(localStorage.getItem('layout-setting') ?? '{}');
    if (stored?.mode === 'light' || stored?.mode === 'dark') mode = stored.mode;
    const locale = localStorage.getItem('locale');
    if (locale === 'zh-CN' || locale === 'en-US') root.lang = locale;
  } catch {
    // Storage may be forbidden or hold nonsense: the defaults stand.
  }
  const dark = mode === 'dark' || (mode === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
})();
