/**
 * How <robe-foals> looks. Font and colours are those of the page around it; each can be set by a CSS variable.
 * Guarantees: follows the page's `color-scheme`; no sideways scrolling from 240 pixels on.
 */
export const STYLE = `
:host {
  display: block;
  color: var(--robe-ink, inherit);
  background: var(--robe-paper, transparent);
  font: var(--robe-font, inherit);
  line-height: 1.45;
  --quiet: var(--robe-quiet, color-mix(in srgb, currentColor 72%, transparent));
  --line: var(--robe-line, color-mix(in srgb, currentColor 18%, transparent));
  --bar: var(--robe-bar, light-dark(#c98e5f, #a66a3d));
  --fault: var(--robe-fault, light-dark(#a3201d, #ff9c92));
  --stage: var(--robe-stage, light-dark(transparent, #6d6459));
  --radius: var(--robe-radius, 8px);
}
:host([hidden]) { display: none; }
* { box-sizing: border-box; overflow-wrap: anywhere; }
p, ul, figure { margin: 0; padding: 0; list-style: none; }
.parents {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1.25rem;
  margin-bottom: 0.75rem;
}
figure { display: flex; align-items: center; gap: 0.75rem; min-width: 0; }
figure img { width: 6rem; height: auto; border-radius: var(--radius); background: var(--stage); }
.role { display: block; color: var(--quiet); font-size: 0.8em; }
.name { font-weight: 600; font-size: 1.1em; }
.quiet { color: var(--quiet); font-size: 0.9em; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; margin-top: 0.75rem; }
caption { text-align: left; font-weight: 600; padding-bottom: 0.35rem; }
thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { padding: 0.35rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: middle; font-weight: 400; }
.col-picture { width: 4.4rem; }
.col-bar { width: 34%; }
.col-share { width: 4.6rem; }
td img { display: block; width: 3.75rem; height: auto; border-radius: var(--radius); background: var(--stage); }
th { padding-right: 0.75rem; hyphens: auto; }
.bar { display: block; height: 0.8em; min-width: 2px; border-radius: 2px; background: var(--bar); }
.lethal .bar { background: var(--quiet); opacity: 0.5; }
.share { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; overflow-wrap: normal; }
.mark { display: block; color: var(--fault); font-size: 0.85em; }
.suspected .mark { color: var(--quiet); }
.losses { border-left: 2px solid var(--fault); padding-left: 0.75rem; margin-top: 0.35rem; font-size: 0.925em; }
.fault { border: 1px solid var(--fault); border-radius: var(--radius); padding: 0.6rem 0.8rem; color: var(--fault); }
.after { margin-top: 0.6rem; }
.size { container-type: inline-size; }
@container (max-width: 30rem) {
  .col-bar, .bar-cell { display: none; }
  figure { flex: 1 1 100%; }
  figure img { width: 5rem; }
}
`
