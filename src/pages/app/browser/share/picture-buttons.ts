/**
 * Saves the picture of an animal under the name of its coat, as SVG or PNG.
 * Guarantees: the PNG is as large as a print needs, on white, so that it can be read on any page.
 */
import type { Fields } from '../../../../operations/read/decode-fields.js'
import { button } from '../dom.js'
import type { Page } from '../page.js'
import { saveFile } from './save-file.js'

/** Of the PNG, in pixels. */
const WIDTH = 1200

/** What is pictured now, or undefined where nothing is drawn. */
export interface Pictured {
  readonly fields: Fields
  /** The name of the coat. */
  readonly name: string
}

export function pictureButtons(page: Page, pictured: () => Pictured | undefined): readonly HTMLElement[] {
  const save = async (type: 'svg' | 'png'): Promise<void> => {
    const { fields, name } = pictured() ?? {}
    if (fields === undefined) return
    const picture = await page.questions.picture(fields)
    if (picture === undefined) return
    const content =
      type === 'svg' ? new Blob([picture.svg], { type: 'image/svg+xml' }) : await pngOf(picture.svg)
    saveFile(`${name ?? ''}.${type}`, content)
  }
  return [
    button(page.words.say('picturePng'), 'plain', () => void save('png')),
    button(page.words.say('pictureSvg'), 'plain', () => void save('svg')),
  ]
}

async function pngOf(svg: string): Promise<Blob> {
  const { documentElement: root } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  const [, , width = WIDTH, height = WIDTH] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  const tall = Math.round((WIDTH * height) / width)
  // Some browsers draw an image without a size at a size of their own.
  root.setAttribute('width', String(WIDTH))
  root.setAttribute('height', String(tall))
  const source = new XMLSerializer().serializeToString(root)
  const src = URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' }))
  try {
    const image = new Image(WIDTH, tall)
    image.src = src
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = WIDTH
    canvas.height = tall
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('this browser has no canvas')
    context.fillStyle = 'white'
    context.fillRect(0, 0, WIDTH, tall)
    context.drawImage(image, 0, 0, WIDTH, tall)
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error('this browser makes no PNG'))
        else resolve(blob)
      }, 'image/png')
    })
  } finally {
    URL.revokeObjectURL(src)
  }
}
