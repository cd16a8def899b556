// A click on a heading, or the Enter key, sorts a table of three or more rows. A second click
// reverses the order.
for (const table of document.querySelectorAll("table:not(.heat)")) {
  const body = table.tBodies[0];
  if (body.rows.length < 3) continue;
  const number = (text) => parseFloat(text.replace(/[, %\u00a0]/g, "").replace("−", "-"));
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

// A long table begins with its first 20 rows; a button below shows the others. Without this script,
// and in print, all rows are shown.
for (const table of document.querySelectorAll("table:not(.heat)")) {
  const rows = table.tBodies[0].rows.length;
  if (rows <= 24) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "more";
  const fold = (folded) => {
    table.classList.toggle("folded", folded);
    button.setAttribute("aria-expanded", String(!folded));
    const { showAll, showFirst } = document.body.dataset;
    button.textContent = folded ? showAll.replace("{}", rows.toLocaleString("en")) : showFirst;
  };
  button.addEventListener("click", () => fold(!table.classList.contains("folded")));
  fold(true);
  table.parentElement.after(button);
}

// If a table is wider than the page, the first step is to break its headings into lines. If the
// table is still too wide, a phone shows a block for each row, in which each figure has its heading
// as a label. On a larger screen, the table can be scrolled, also by keyboard, and a hint is shown.
// The visible part then ends after a whole column, because a number that is cut off could look like
// another number. If more than 20 % of the width would be empty, the width is not changed.
const phone = matchMedia("(max-width: 40rem)");
for (const box of document.querySelectorAll(".scroll")) {
  const table = box.querySelector("table");
  const headings = [...table.tHead.rows[0].cells];
  const rows = [...table.tBodies[0].rows];
  for (const row of rows) {
    row.cells[0].classList.toggle("named", rows.length > 1);
    [...row.cells].forEach((cell, column) => {
      cell.dataset.label = headings[column].textContent;
      const isError = column > 0 && headings[column].textContent.startsWith("±");
      cell.classList.toggle("error", isError);
      if (isError && /\d/.test(cell.textContent)) row.cells[column - 1].dataset.error = cell.textContent.trim();
    });
  }
  // In the blocks on a phone, each cell spans as many columns as its text and its label require, so
  // that no number and no word is broken.
  const widen = () => {
    for (const name of ["long", "longest"]) {
      for (const row of rows) {
        for (const cell of row.cells) {
          const isLong = !cell.classList.contains("number") && cell.textContent.length > (name === "long" ? 11 : 24);
          if (isLong || cell.scrollWidth > cell.clientWidth + 1) cell.classList.add(name);
        }
      }
    }
  };
  const isMatrix = headings[0].textContent.includes("↓");
  const isWider = () => box.scrollWidth > box.clientWidth + 1;
  const look = () => {
    box.style.maxWidth = "";
    table.classList.remove("tight", "stacked");
    if (isWider()) table.classList.add("tight");
    table.querySelectorAll(".long, .longest").forEach((cell) => cell.classList.remove("long", "longest"));
    if (phone.matches && isWider() && !table.classList.contains("heat") && !isMatrix) {
      table.classList.add("stacked");
      widen();
    }
    const wider = isWider();
    box.classList.toggle("wider", wider);
    if (wider) box.tabIndex = 0; else box.removeAttribute("tabindex");
    const start = box.getBoundingClientRect().left - box.scrollLeft;
    const ends = headings.map((cell) => cell.getBoundingClientRect().right - start);
    const end = Math.max(...ends.filter((end) => end <= box.clientWidth));
    if (wider && end > box.clientWidth * 0.8) box.style.maxWidth = `min(100%, ${end}px)`;
  };
  addEventListener("resize", look);
  new ResizeObserver(look).observe(box.firstElementChild);
}

// Adds a copy button to every command.
for (const command of document.querySelectorAll(".command pre")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const text = command.querySelector("code").textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      // Some browsers do not allow a page that was opened from a file to write to the clipboard.
      // The command is then selected instead.
      getSelection().selectAllChildren(command.querySelector("code"));
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  command.append(button);
}
