/**
 * Pictures of animals as image elements.
 * Guarantees: a picture is drawn when it becomes visible; it is loaded as an image, so that it cannot run scripts and its ids cannot
 * clash with others.
 */
import type { Fields } from '../../../operations/read/decode-fields.js'
import { h } from './dom.js'
import type { Page } from './page.js'

/** Cache size. */
const MAX_KEPT = 400

/** Image URL and description by question. */
const kept = new Map<string, { readonly src: string; readonly alt: string }>()

const awaited = new WeakMap<Element, () => Promise<unknown>>()
let sight: IntersectionObserver | undefined

/** Created lazily, because the worker runs the same script and has no such API. */
function observer(): IntersectionObserver {
  sight ??= new IntersectionObserver(
    (entries, self) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        self.unobserve(target)
        void awaited.get(target)?.()
      }
    },
    { rootMargin: '300px' },
  )
  return sight
}

/** A small picture of a foal, drawn when it becomes visible. Without alternative text, because the coat is named next to it. */
export function thumbnail(page: Page, fields: Fields): HTMLImageElement {
  const image = h('img', { class: 'thumbnail', alt: '', width: 72, height: 54 })
  awaited.set(image, () => showPicture(page, image, fields, true))
  observer().observe(image)
  return image
}

/** Draws all small pictures within an element, seen or not. */
export function drawAll(element: Element): Promise<unknown> {
  return Promise.all(
    [...element.querySelectorAll('.thumbnail:not([src])')].map((each) => awaited.get(each)?.()),
  )
}

/** @returns whether there is a picture */
export async function showPicture(
  { questions }: Page,
  image: HTMLImageElement,
  fields: Fields,
  isDecoration = false,
): Promise<boolean> {
  const key = JSON.stringify(fields)
  image.dataset['asked'] = key
  const found = kept.get(key) ?? (await drawn(questions, fields, key))
  // Another picture was requested meanwhile.
  if (image.dataset['asked'] !== key) return true
  image.hidden = found === undefined
  if (found === undefined) return false
  image.src = found.src
  if (!isDecoration) image.alt = found.alt
  return true
}

export function hidePicture(image: HTMLImageElement): void {
  image.dataset['asked'] = ''
  image.hidden = true
}

async function drawn(questions: Page['questions'], fields: Fields, key: string) {
  const picture = await questions.picture(fields)
  if (picture === undefined) return undefined
  const src = URL.createObjectURL(new Blob([picture.svg], { type: 'image/svg+xml' }))
  const made = { src, alt: picture.description }
  kept.set(key, made)
  for (const [oldest, { src: old }] of kept) {
    if (kept.size <= MAX_KEPT) break
    kept.delete(oldest)
    URL.revokeObjectURL(old)
  }
  return made
}
