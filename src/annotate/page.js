(() => {
const root = document.documentElement, all = (what) => [...document.querySelectorAll(what)];
const keep = (theme) => { try { localStorage.setItem('offcy-theme', theme); } catch {} };
try { const kept = localStorage.getItem('offcy-theme'); if (kept) root.dataset.theme = kept; } catch {}
const theme = () => {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  keep(root.dataset.theme = dark ? 'light' : 'dark');
};
const toggle = (what, button, words) => {
  const open = all(what).some((one) => !one.open);
  all(what).forEach((one) => { one.open = open; });
  button.textContent = words[+open];
};
const [c, m, t] = ['c', 'm', 't'].map((id) => document.getElementById(id));
const actions = {
  c: () => toggle('main details[id]', c, ['Show all C', 'Hide all C']),
  m: () => toggle('details.m', m, ['Show maps', 'Hide maps']),
  t: theme,
  j: () => step('main details[id] > summary', 1),
  k: () => step('main details[id] > summary', -1),
  n: () => step('.m > summary, .d', 1),
  p: () => step('.m > summary, .d', -1),
};
function step(what, by) {
  const places = all(what), here = document.activeElement;
  const bit = by > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const beyond = (one) => here === document.body ? by > 0 : here !== one && here.compareDocumentPosition(one) & bit;
  const next = by > 0 ? places.find(beyond) : places.findLast(beyond);
  if (!next) return;
  if (next.tagName === 'DIV') next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}
for (const button of [c, m, t]) {
  button.hidden = button !== t && !document.querySelector(button === c ? 'main details[id]' : 'details.m');
  button.addEventListener('click', actions[button.id]);
}
document.addEventListener('keydown', (event) => {
  const action = actions[event.key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  action();
});
const aim = () => {
  const line = /^#L\d+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
  const whole = line && line.closest('details');
  if (whole) whole.open = true;
};
addEventListener('hashchange', aim);
aim();
})();
