/**
 * Pictures of horses as images of the page.
 * Guarantees: a picture is drawn once it comes into sight; nothing in it is part of the page, so that it can neither run
 * anything nor be mixed up with another.
 */
import type { Fields } from '../../../operations/read/decode-fields.js'
import { h } from './dom.js'
import type { Page } from './page.js'

/** So many are kept: those of a long list that were seen last. */
const MAX_KEPT = 400

/** By question: the address of the image, and what it shows. */
const kept = new Map<string, { readonly src: string; readonly alt: string }>()

const awaited = new WeakMap<Element, () => void>()
let sight: IntersectionObserver | undefined

/** Made when it is first needed: the thread that computes has none. */
function observer(): IntersectionObserver {
  sight ??= new IntersectionObserver(
    (entries, own) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        own.unobserve(target)
        awaited.get(target)?.()
      }
    },
    { rootMargin: '300px' },
  )
  return sight
}

/** A small picture of a foal, drawn when it is looked at. What it shows is said beside it. */
export function thumbnail(page: Page, fields: Fields): HTMLImageElement {
  const image = h('img', { class: 'thumbnail', alt: '', width: 72, height: 54 })
  awaited.set(image, () => void showPicture(page, image, fields, true))
  observer().observe(image)
  return image
}

/** @returns whether there is one */
export async function showPicture(
  { questions }: Page,
  image: HTMLImageElement,
  fields: Fields,
  isDecoration = false,
): Promise<boolean> {
  const key = JSON.stringify(fields)
  image.dataset['asked'] = key
  const found = kept.get(key) ?? (await drawn(questions, fields, key))
  // Another one was asked for meanwhile.
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
