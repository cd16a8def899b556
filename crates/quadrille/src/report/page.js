// A table of three rows or more is sorted by a click on (or Enter in) a heading; a second click turns the order round.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  if (body.rows.length < 3) continue;
  const number = (text) => parseFloat(text.replace(/[, %]/g, ""));
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    heading.setAttribute("aria-sort", "none");
    heading.tabIndex = 0;
    const sort = () => {
      const descending = heading.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", "none");
      heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const key = (row) => row.cells[column].textContent.trim();
      const numeric = heading.classList.contains("number");
      const order = (a, b) => {
        if (!numeric) return key(a).localeCompare(key(b), undefined, { numeric: true });
        const [x, y] = [number(key(a)), number(key(b))];
        return (Number.isNaN(x) ? -Infinity : x) - (Number.isNaN(y) ? -Infinity : y);
      };
      const rows = [...body.rows].sort(order);
      body.append(...(descending ? rows.reverse() : rows));
    };
    heading.addEventListener("click", sort);
    heading.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
  });
}
