// Light or dark, as the system has it until somebody chooses; before the page is painted, so that nothing flashes.
(() => {
  const root = document.documentElement;
  const read = () => { try { return localStorage.getItem("cranfield-theme"); } catch { return null; } };
  if (read()) root.dataset.theme = read();
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", () => {
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      try { localStorage.setItem("cranfield-theme", root.dataset.theme); } catch { /* it holds for this page */ }
    });
  });
})();
