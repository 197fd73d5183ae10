// Before the first paint: the stored appearance, language and branding on the page, so that nothing flashes. Keys are those of src/core/storage.ts.
(() => {
  const root = document.documentElement;
  let mode = 'auto';
  try {
    const stored = JSON.parse(localStorage.getItem('layout-setting') ?? '{}');
    if (stored?.mode === 'light' || stored?.mode === 'dark') mode = stored.mode;
    if (/^#[0-9a-f]{6}$/i.test(stored?.theme)) root.style.setProperty('--owl-accent', stored.theme);
    const locale = localStorage.getItem('locale');
    if (locale === 'zh-CN' || locale === 'en-US') root.lang = locale;
  } catch {
    // Storage may be forbidden or hold nonsense: the defaults stand.
  }
  const dark = mode === 'dark' || (mode === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  try {
    const branding = JSON.parse(localStorage.getItem('branding') ?? '{}');
    if (branding?.text && typeof branding.text === 'string') document.title = branding.text;
    const icon = document.querySelector('link[rel="icon"]');
    // A picture of this server only.
    if (icon && typeof branding?.main === 'string' && /^\/[^/\\]/.test(branding.main))
      icon.href = (root.dataset.base ?? '') + branding.main;
  } catch {
    // The same.
  }
})();
