// Source lines of an NKI kernel: from a line to its bars and back.

/** Bars whose instruction comes from a place such as kernel.py:12, at any depth of calls. */
function barsOf(model, place) {
  const hits = model.programs.map((program) => {
    const wanted = program.places.map(({calls}) =>
      calls.some((call) => `${call.file}:${call.line}` === place),
    );
    return Uint8Array.from(program.placeOf, (number) => (number >= 0 && wanted[number] ? 1 : 0));
  });
  return hits.map((hit, i) => (hit.length > 0 ? hit : new Uint8Array(model.programs[i].templateOf.length)));
}

function connectLines(stage) {
  for (const row of document.querySelectorAll('tr[data-place]')) {
    const show = () => {
      stage.showPlace(row.dataset.place);
      document.getElementById('timeline').scrollIntoView();
    };
    row.tabIndex = 0;
    row.addEventListener('click', show);
    row.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') show();
    });
  }
}

/** Goes to a line's row in the table of costs. */
function revealLine(place) {
  const row = [...document.querySelectorAll('tr[data-place]')].find((r) => r.dataset.place === place);
  if (!row) return;
  const folded = row.closest('details');
  if (folded) folded.open = true;
  document.querySelectorAll('tr.chosen').forEach((r) => r.classList.remove('chosen'));
  row.classList.add('chosen');
  row.scrollIntoView({block: 'center'});
}
