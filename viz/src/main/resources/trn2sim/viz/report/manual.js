// The manual's pages are folded: a link to one, or to a heading in it, unfolds it.

function unfold(hash) {
  const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  const page = target && target.closest('#manual details');
  if (!page) return;
  page.open = true;
  target.scrollIntoView();
}

document.addEventListener('click', event => {
  const link = event.target.closest('a[href^="#"]');
  if (link) unfold(link.hash);
});
window.addEventListener('hashchange', () => unfold(location.hash));
unfold(location.hash);
