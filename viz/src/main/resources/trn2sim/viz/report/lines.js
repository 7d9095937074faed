// Source lines of an NKI kernel: from a line to its bars and back.

/** Whether an instruction comes from a line such as kernel.py:12, at any depth of calls. */
const fromLine = (line) => ({calls}) => calls.some((call) => `${call.file}:${call.line}` === line);

/** Whether it runs within the loop that begins at a line. */
const withinLoop = (line) => ({loops}) => loops.includes(line);

/** The instructions whose place in the source fits, by program and task. */
function tasksAt(model, fits) {
  const hits = model.programs.map((program) => {
    const wanted = program.places.map(fits);
    return Uint8Array.from(program.placeOf, (number) => (number >= 0 && wanted[number] ? 1 : 0));
  });
  return hits.map((hit, i) => (hit.length > 0 ? hit : new Uint8Array(model.programs[i].templateOf.length)));
}

function connectLines(stage) {
  for (const row of document.querySelectorAll('tr[data-place], tr[data-loop]')) {
    const {place, loop} = row.dataset;
    const show = () => {
      stage.showPlaces(place ? fromLine(place) : withinLoop(loop));
      document.getElementById('timeline').scrollIntoView();
    };
    row.tabIndex = 0;
    row.addEventListener('click', show);
    row.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') show();
    });
  }
}

/** Goes to a line's row in the tables of costs. */
function revealLine(line) {
  const rows = [...document.querySelectorAll('tr[data-place], tr[data-loop]')];
  const row = rows.find(({dataset}) => dataset.place === line || dataset.loop === line);
  if (!row) return;
  const folded = row.closest('details');
  if (folded) folded.open = true;
  document.querySelectorAll('tr.chosen').forEach((r) => r.classList.remove('chosen'));
  row.classList.add('chosen');
  row.scrollIntoView({block: 'center'});
}
