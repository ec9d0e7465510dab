/**
 * Helpers that create DOM elements.
 * Guarantees: never parses markup, so that texts cannot become elements.
 */

type Handlers = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void }

interface Marks {
  /** Attributes; `true` gives an empty attribute, false and undefined none. */
  readonly [attribute: string]: string | number | boolean | undefined
}

export type Child = Node | string | undefined | readonly Child[]

/** @param marks attributes @param children texts and elements in order; undefined is skipped */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  marks: Marks = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(marks))
    if (value !== undefined && value !== false)
      element.setAttribute(attribute, value === true ? '' : String(value))
  element.append(...nodesOf(children))
  return element
}

/** @param marks attributes including its address */
export function link(marks: Marks & { readonly href: string }, ...children: readonly Child[]): HTMLElement {
  return h('a', marks, ...children)
}

/** Adds event handlers to an element. */
export function on<Element extends HTMLElement>(element: Element, handlers: Handlers): Element {
  for (const [name, handler] of Object.entries(handlers))
    element.addEventListener(name, handler as (event: Event) => void)
  return element
}

export function button(text: string, kind: string, onclick: () => void): HTMLButtonElement {
  return on(h('button', { type: 'button', class: kind }, text), { click: onclick })
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...nodesOf(children))
}

/** The same, but keeps <details> elements open. */
export function refill(element: Element, ...children: readonly Child[]): void {
  const before = [...element.querySelectorAll('details')].map(({ open }) => open)
  fill(element, ...children)
  element.querySelectorAll('details').forEach((each, index) => (each.open = before[index] ?? each.open))
}

function nodesOf(children: readonly Child[]): readonly (Node | string)[] {
  return children.flatMap((child) => {
    if (child === undefined) return []
    return Array.isArray(child) ? nodesOf(child as readonly Child[]) : [child as Node | string]
  })
}
