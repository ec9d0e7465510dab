/**
 * The style of the search box: a bar that stays at the top, with the results below it.
 * Guarantees: colours are those of the page; usable with a finger on a phone.
 */
export const SEARCH_STYLE = `
.search { position: sticky; top: 0; z-index: 2; margin: 1.25rem -1rem 0; padding: 0.6rem 1rem; background: var(--paper); }
.search input { width: 100%; height: 2.75rem; padding: 0 3rem 0 0.9rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--panel); color: inherit; font: inherit; }
.search input::placeholder { color: var(--quiet); opacity: 1; }
.search input::-webkit-search-cancel-button { display: none; }
.search kbd { position: absolute; right: 1.75rem; top: 1.25rem; padding: 0 0.5rem; border: 1px solid var(--line); border-radius: 4px; background: var(--paper); color: var(--quiet); font: 0.8125rem/1.45rem var(--mono); }
.search:focus-within kbd { visibility: hidden; }
.popup { position: absolute; left: 1rem; right: 1rem; top: 3.6rem; overflow: hidden; border: 1px solid var(--edge); border-radius: 8px; background: var(--paper); box-shadow: 0 10px 30px rgb(0 0 0 / 22%); }
.popup ul { max-height: min(28rem, 66vh); margin: 0; padding: 0.35rem; overflow-y: auto; list-style: none; }
.popup ul[hidden] { display: none; }
.popup li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; min-height: 2.75rem; padding: 0.4rem 0.65rem; border-radius: 5px; cursor: pointer; line-height: 1.4; }
.popup li[aria-selected='true'] { background: var(--found); }
.found-name { font: 600 0.875rem/1.6 var(--mono); overflow-wrap: anywhere; }
.found-kind { font-size: 0.8125rem; line-height: 1.75; color: var(--quiet); text-align: right; }
.found-text { grid-column: 1 / -1; overflow: hidden; font-size: 0.875rem; color: var(--quiet); white-space: nowrap; text-overflow: ellipsis; }
.popup mark { background: none; color: var(--link); font-weight: 700; }
.found-status { max-width: none; margin: 0; padding: 0.4rem 1rem; border-top: 1px solid var(--line); background: var(--paper); font-size: 0.8125rem; color: var(--quiet); }
ul[hidden] + .found-status { padding: 0.9rem 1rem; border: 0; font-size: 0.9375rem; color: var(--ink); }
@media (max-width: 44rem) {
  .popup li { grid-template-columns: minmax(0, 1fr); }
  .found-kind { text-align: left; line-height: 1.5; }
  .search kbd { display: none; }
}
@media (min-width: 64rem) {
  .search { grid-column: 1 / -1; margin: 1.25rem 0 0; padding: 0.75rem 0; }
  .search input, .popup { width: 46rem; }
  .search kbd { left: 43rem; right: auto; }
  .popup { left: 0; right: auto; top: 3.75rem; }
}
@media print { .search { display: none; } }
`
