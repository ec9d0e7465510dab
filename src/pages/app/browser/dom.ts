/**
 * Elements as values: what the page's parts are made of.
 * Guarantees: texts are texts; no element is made from markup.
 */

type Handlers = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void }

interface Marks {
  /** Attributes; `true` stands alone, false and undefined are left out. */
  readonly [attribute: string]: string | number | boolean | undefined
}

export type Child = Node | string | undefined | readonly Child[]

/** @param marks attributes @param children texts and elements, in order; undefined is nothing */
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

/** @param marks its address among them */
export function link(marks: Marks & { readonly href: string }, ...children: readonly Child[]): HTMLElement {
  return h('a', marks, ...children)
}

/** Puts handlers of events on an element. */
export function on<Element extends HTMLElement>(element: Element, handlers: Handlers): Element {
  for (const [name, handler] of Object.entries(handlers))
    element.addEventListener(name, handler as (event: Event) => void)
  return element
}

export function button(text: string, kind: string, onclick: () => void): HTMLButtonElement {
  return on(h('button', { type: 'button', class: kind }, text), { click: onclick })
}

/** Replaces what an element holds. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...nodesOf(children))
}

/** The same, its folded parts as open as they were. */
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
