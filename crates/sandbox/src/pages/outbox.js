// Refreshes the list and copies codes. The server has escaped everything in it.
const list = document.getElementById('list');
const EVERY_MS = 2000;

const local = () => {
  for (const time of list.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    if (!Number.isNaN(at.getTime())) time.textContent = at.toLocaleString(document.documentElement.lang);
  }
};

let shown = '';
const refresh = async () => {
  if (document.hidden) return;
  try {
    const query = new URLSearchParams(location.search);
    query.set('part', 'list');
    query.set('lang', document.documentElement.lang);
    const answer = await fetch(`${location.pathname}?${query}`, { cache: 'no-store' });
    const html = answer.ok ? await answer.text() : shown;
    // What has not changed keeps its focus and selection.
    if (html !== shown) {
      if (shown !== '') {
        list.innerHTML = html;
        local();
      }
      shown = html;
    }
  } catch {
    // The server restarts, perhaps: the next turn finds it.
  }
};

const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Over plain http there is no clipboard interface.
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
};

list.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-copy]');
  if (button === null) return;
  await copy(button.dataset.copy);
  const words = button.textContent;
  button.textContent = button.dataset.copied;
  setTimeout(() => {
    button.textContent = words;
  }, 1500);
});

local();
refresh();
setInterval(refresh, EVERY_MS);
document.addEventListener('visibilitychange', refresh);
