/**
 * The style sheet of the reference page: one column on phones, navigation next to the text on wide screens.
 * Guarantees: loads nothing; follows the reader's light or dark scheme; no horizontal scrolling; the language tabs of an example work
 * without script, as radio buttons that show the element after them.
 */
export const REFERENCE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fffdfa;
  --panel: #f6f2ec;
  --ink: #211e1a;
  --quiet: #625b52;
  --line: #e2dbd0;
  --edge: #8b8378;
  --found: #f6e9df;
  --link: #8a3d12;
  --on-link: #fff;
  --fault: #a3201d;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #191714;
    --panel: #23201c;
    --ink: #e9e4dc;
    --quiet: #aaa297;
    --line: #3a352f;
    --edge: #8a8176;
    --found: #382c22;
    --link: #eba87c;
    --on-link: #191714;
    --fault: #ff9c92;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 5rem; }
body {
  margin: 0 auto;
  padding: 1.5rem 1rem 4rem;
  max-width: 74rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif;
  overflow-wrap: break-word;
}
a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 0.06em; }
a:hover { text-decoration-thickness: 0.12em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.5rem; padding: 0.3rem 0.6rem; background: var(--paper); }

h1, h2, h3, h4, h5 { margin: 0; line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 2rem; letter-spacing: -0.02em; }
h2 { font-size: 1.5rem; letter-spacing: -0.01em; }
h3 { font-size: 1.2rem; }
h4 { margin-top: 1.75rem; font-size: 1rem; }
h5 { margin-top: 1rem; font-size: 0.95rem; font-weight: 600; }
p { margin: 0.6rem 0; max-width: 44rem; }
main > section { margin-top: 3.5rem; }
main > section > h2 { margin-bottom: 1rem; }
#operations > article { margin-top: 2rem; padding-top: 1.75rem; border-top: 1px solid var(--line); }
.lead { margin: 0.4rem 0; font-size: 1.15rem; color: var(--quiet); }
.version, .note { font-size: 0.875rem; color: var(--quiet); }
.steps { margin: 0; padding: 0; list-style: none; counter-reset: step; }
.steps > li { position: relative; padding-left: 2.25rem; counter-increment: step; }
.steps > li + li { margin-top: 1.25rem; }
.steps > li::before {
  content: counter(step);
  position: absolute;
  left: 0;
  width: 1.6rem;
  border-radius: 50%;
  background: var(--link);
  color: var(--on-link);
  font: 600 0.875rem/1.6rem system-ui, sans-serif;
  text-align: center;
}

code { font-family: var(--mono); font-size: 0.875em; overflow-wrap: anywhere; }
p code, td code, .type code { padding: 0.1em 0.3em; border-radius: 3px; background: var(--panel); }
.listing { position: relative; width: 100%; margin: 0.5rem 0; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); }
pre { margin: 0; padding: 0.7rem 0.9rem; white-space: pre-wrap; font-size: 0.925rem; line-height: 1.5; }
.endpoint { margin: 0.35rem 0 0; font-size: 1.05rem; }
.method {
  padding: 0.15em 0.45em;
  border-radius: 3px;
  background: var(--link);
  color: var(--on-link);
  font: 600 0.75em/1.4 var(--mono);
  letter-spacing: 0.04em;
}
.endpoint code { padding: 0; background: none; }

.example { margin: 0.6rem 0 1.25rem; }
.tabs { display: flex; flex-wrap: wrap; column-gap: 0.85rem; }
.tabs > input { position: absolute; opacity: 0; pointer-events: none; }
.tabs > label { padding: 0.3rem 0; border-bottom: 2px solid transparent; font-size: 0.875rem; color: var(--quiet); cursor: pointer; }
.tabs > label:hover { color: var(--ink); }
.tabs > .listing { order: 1; display: none; margin-top: 0.2rem; }
.tabs > :checked + label { border-color: var(--link); color: var(--ink); font-weight: 600; }
.tabs > :checked + label + .listing { display: block; }
.tabs > :focus-visible + label { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }

button { padding: 0.35rem 0.9rem; border: 1px solid var(--link); border-radius: 5px; background: var(--link); color: var(--on-link); font: 600 0.875rem/1.4 inherit; font-family: inherit; cursor: pointer; }
button:disabled { opacity: 0.6; }
button.quiet, .copy, .try { background: var(--paper); color: var(--link); }
.tabs > .listing > .copy { top: -1.9rem; right: 0; }
.copy { position: absolute; top: 0.3rem; right: 0.3rem; padding: 0.1rem 0.5rem; border-color: var(--line); font-size: 0.75rem; }
.try { margin: 0.1rem 0 0.4rem; }

details > summary { cursor: pointer; color: var(--quiet); }
summary::marker { color: var(--quiet); }
summary > h3, summary > h4, summary > h5 { display: inline; margin: 0; }
.fold { border-top: 1px solid var(--line); }
.fold > summary { padding: 0.5rem 0; color: var(--ink); }
.fold h3 { font-size: 1rem; font-weight: 500; }
.fold h5 { font-weight: 500; }
.answer > summary { font-size: 0.875rem; }
.values { margin: 0.3rem 0; line-height: 1.9; }
.type, .headers { margin: 0.4rem 0; font-size: 0.9375rem; }
.folds { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.8rem, 1fr)); gap: 0 0.5rem; margin-top: 1rem; }
.folds > :has([open]) { grid-column: 1 / -1; }
[id^='schema-'], [id^='answer-'] { scroll-margin-top: 3rem; padding-bottom: 1rem; }

nav { font-size: 0.9375rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem; margin: 0; padding: 0; list-style: none; }
nav > ul { margin-top: 1.5rem; padding: 0.6rem 0; border: solid var(--line); border-width: 1px 0; }
nav ul ul { display: none; }
nav a { display: inline-block; padding: 0.15rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav .method { background: none; color: var(--quiet); padding: 0; }

table { width: 100%; margin: 0.75rem 0; border-collapse: collapse; font-size: 0.9375rem; line-height: 1.5; }
th, td { padding: 0.45rem 0.75rem 0.45rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { font-size: 0.8125rem; font-weight: 600; color: var(--quiet); }
tbody th, td strong { font-weight: 600; }
th code { overflow-wrap: break-word; }
tr:target, .code:target, div:target, #operations > :target > h3 { background: var(--found); box-shadow: -0.5rem 0 0 var(--found), 0.5rem 0 0 var(--found), -0.75rem 0 0 var(--link); }
:target:focus { outline: none; }
.within { color: var(--quiet); }
.required { display: block; font-size: 0.8125rem; color: var(--link); }
.depth-1 > th { padding-left: 1rem; }
.depth-2 > th { padding-left: 2rem; }
.depth-3 > th { padding-left: 3rem; }
.depth-4 > th { padding-left: 4rem; }
.same { display: block; }
.sample { display: block; font-size: 0.875rem; color: var(--quiet); }
.column { display: none; }
.code { margin-top: 1.5rem; padding: 1.25rem 0 0.5rem; border-top: 1px solid var(--line); }
.code > h3 { font-size: 1.05rem; }
.code > h3 code { font-size: 1em; }
.status-code { margin-left: 0.4rem; padding: 0.1em 0.45em; border: 1px solid var(--line); border-radius: 3px; font: 500 0.8125rem/1.4 var(--mono); color: var(--quiet); }
.occurrence + .occurrence { margin-top: 1.25rem; }
.after { margin-top: 3rem; }
.gloss { font-weight: 400; color: var(--quiet); }
td .gloss { font-size: 0.875em; }

dialog { width: min(46rem, 100%); max-height: 100%; padding: 1.25rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: inherit; }
dialog::backdrop { background: rgb(0 0 0 / 50%); }
dialog label { display: block; margin-top: 0.9rem; font-size: 0.9375rem; font-weight: 600; }
dialog input, textarea { width: 100%; padding: 0.45rem 0.6rem; border: 1px solid var(--quiet); border-radius: 5px; background: var(--panel); color: inherit; font: 1rem/1.45 var(--mono); }
textarea { display: block; resize: vertical; font-size: 0.875rem; }
.secret { -webkit-text-security: disc; }
.status { font-weight: 600; }
.fault { color: var(--fault); }
[hidden] { display: none; }

@media (max-width: 44rem) {
  table, tbody, tr, td, tbody th { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  th, td { padding: 0.1rem 0; border: 0; }
  td { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); }
  td.empty { display: none; }
  .column { display: block; font-size: 0.8125rem; line-height: 1.8; color: var(--quiet); }
  pre { font-size: 0.85rem; }
  dialog { max-width: 100%; min-height: 100%; border: 0; border-radius: 0; }
}
@media (min-width: 48rem) {
  td:nth-child(2):not(:last-child) { min-width: 9rem; }
}
@media (min-width: 70rem) {
  .occurrence { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); column-gap: 2rem; }
}
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 15rem minmax(0, 1fr); column-gap: 3.5rem; padding: 3rem 2rem 6rem; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 5rem; align-self: start; margin-top: 2.5rem; max-height: calc(100vh - 6rem); overflow-y: auto; }
  nav ul, nav ul ul { display: block; }
  nav > ul { margin: 0; padding: 0; border: 0; }
  nav ul ul { padding-left: 0.9rem; font-size: 0.875rem; }
  nav li { margin: 0.25rem 0; }
}
@media print {
  nav, .skip, button { display: none; }
}
`
