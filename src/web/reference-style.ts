/**
 * How the reference page looks: one column on a phone, the navigation beside the text where there is room.
 * Guarantees: loads nothing; follows the reader's light or dark scheme; nothing scrolls sideways.
 */
export const REFERENCE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fdfcfa;
  --panel: #f4f1ec;
  --ink: #23201c;
  --quiet: #645d54;
  --line: #ddd6cc;
  --link: #8a3d12;
  --mark: #7a3a16;
  --on-mark: #fff;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1a1815;
    --panel: #24211d;
    --ink: #e9e4dc;
    --quiet: #a9a196;
    --line: #3d3832;
    --link: #eba87c;
    --mark: #eba87c;
    --on-mark: #1a1815;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0 auto;
  padding: 1.25rem 1rem 4rem;
  max-width: 72rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif;
  overflow-wrap: break-word;
}
a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 0.06em; }
a:hover { text-decoration-thickness: 0.12em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.5rem; padding: 0.3rem 0.6rem; background: var(--paper); }

h1, h2, h3, h4, h5 { line-height: 1.25; margin: 0; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 1.9rem; letter-spacing: -0.015em; }
h2 { font-size: 1.45rem; padding-bottom: 0.35rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1.15rem; }
h4 { font-size: 1rem; margin-top: 1.75rem; }
h5 { font-size: 0.95rem; font-weight: 600; margin-top: 1.25rem; }
p { margin: 0.6rem 0; max-width: 42rem; }
main > section { margin-top: 3rem; }
article { margin-top: 1.75rem; }
#operations > article + article { margin-top: 3rem; padding-top: 2rem; border-top: 1px solid var(--line); }
.lead { margin: 0.4rem 0; font-size: 1.15rem; color: var(--quiet); }
.version, .note { font-size: 0.875rem; color: var(--quiet); }
.note { margin-top: 0.3rem; }

code { font-family: var(--mono); font-size: 0.875em; overflow-wrap: anywhere; }
p code, td code, .type code { padding: 0.1em 0.3em; border-radius: 3px; background: var(--panel); }
pre {
  margin: 0.5rem 0;
  padding: 0.75rem 0.9rem;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  background: var(--panel);
  border-radius: 6px;
  font-size: 0.925rem;
  line-height: 1.45;
}
.endpoint { margin: 0.35rem 0 0; font-size: 1.05rem; }
.method {
  padding: 0.1em 0.45em;
  border-radius: 3px;
  background: var(--mark);
  color: var(--on-mark);
  font: 600 0.75em/1.4 var(--mono);
  letter-spacing: 0.04em;
}
.endpoint code { padding: 0; background: none; }

nav { margin-top: 1.5rem; padding: 0.75rem 1rem; background: var(--panel); border-radius: 6px; font-size: 0.9375rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav ul ul { padding-left: 0.9rem; }
nav li { margin: 0.3rem 0; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav .method { background: none; color: var(--quiet); padding: 0; }

table { width: 100%; margin: 0.75rem 0; border-collapse: collapse; font-size: 0.9375rem; line-height: 1.5; }
th, td { padding: 0.45rem 0.75rem 0.45rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { font-size: 0.8125rem; font-weight: 600; color: var(--quiet); }
tbody th { font-weight: 600; }
td strong { font-weight: 600; }
tr:target, article:target > h3 { background: color-mix(in srgb, var(--mark) 14%, transparent); }
.column { display: none; }
.type, .headers { font-size: 0.9375rem; margin: 0.4rem 0; }
summary { cursor: pointer; color: var(--quiet); }
.values { margin: 0.3rem 0; line-height: 1.9; }

@media (max-width: 44rem) {
  table, tbody, tr, td, tbody th { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
  th, td { padding: 0.1rem 0; border: 0; }
  td { display: grid; grid-template-columns: 6rem minmax(0, 1fr); }
  td.empty { display: none; }
  .column { display: block; font-size: 0.8125rem; line-height: 1.7; color: var(--quiet); }
}
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 16rem minmax(0, 1fr); column-gap: 3rem; padding-top: 2.5rem; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 1rem; align-self: start; margin-top: 3rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
}
@media print {
  nav, .skip { display: none; }
}
`
