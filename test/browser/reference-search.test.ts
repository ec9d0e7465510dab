/**
 * The search box of the reference page: by mouse, by keyboard alone, on a phone, and with mistyped letters.
 * Leaves to others: what the page says (reference-page.test.ts), contrast and names for assistive technology (reference-looks.slow.ts).
 */
import t from 'tap'
import { renderReference } from '../../src/pages/reference/reference.js'
import { committedDocument } from '../contract/conformance.js'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { hasChromium, PACKAGE, startChromium, type Visit } from './chromium.js'
import { servePage } from './page-server.js'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

const RESULTS = `[...document.querySelectorAll('#found [role=option]')]`
const ACTIVE = `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))`
const STATUS = `document.querySelector('.search [role=status]').textContent`

const focus = (page: Visit): Promise<unknown> => page.ask('document.activeElement.id')

/** Asks for something as if it were typed into the empty box. */
async function search(page: Visit, query: string): Promise<void> {
  await page.ask(`{ const box = document.getElementById('search'); box.value = ''; box.focus() }`)
  await page.type(query)
}

/** Whether the target of the address is in sight below the search box, and marked. */
const MARKED = `(() => {
  const target = document.querySelector(':target')
  const { top, bottom } = target.getBoundingClientRect()
  const isClear = top >= document.querySelector('.search').getBoundingClientRect().bottom - 1 && top < innerHeight
  const heading = target.querySelector(':scope > h3') ?? target
  const paint = [target, heading].map((each) => getComputedStyle(each).backgroundColor)
  return isClear && bottom > top && paint.some((colour) => colour !== 'rgba(0, 0, 0, 0)')
})()`

const skip = hasChromium() ? false : `needs a browser: apt-get install ${PACKAGE}`
t.test('the search of the reference', { skip, timeout: 100_000 }, async (t) => {
  const { loci } = (await shippedRuleset()).model.source
  const server = await servePage(renderReference(committedDocument(), loci), '/v1')
  const browser = startChromium()
  t.teardown(async () => {
    await browser.close()
    await server.close()
  })
  const page = await browser.visit(server.url, DESKTOP)

  await t.test('a field is found and reached with the mouse', async (t) => {
    await page.click(`document.getElementById('search')`)
    await page.type('kit_linkage')
    t.match(await page.ask(`${RESULTS}[0].textContent`), /^kit_linkageField, \/coats\/generateChild/)
    await page.click(`${RESULTS}[0]`)
    t.equal(await page.ask('location.hash'), '#field-calculateOffspring-kit_5f.linkage')
    t.equal(await page.ask(MARKED), true)
    t.equal(await page.ask(`document.querySelector('.popup').checkVisibility()`), false)
  })

  await t.test('the keyboard alone opens, chooses, jumps and leaves', async (t) => {
    await page.ask(`document.querySelector('.skip').focus()`)
    await page.press('/')
    t.equal(await focus(page), 'search')
    await search(page, 'idempotency')
    const first = String(await page.ask(`${ACTIVE}.textContent`))
    t.match(first, /idempotency/i)
    t.match(await page.ask(STATUS), /^\d+ results$/, 'announced')
    t.equal(await page.ask(`document.activeElement.getAttribute('aria-expanded')`), 'true')
    await page.press('ArrowDown')
    t.not(await page.ask(`${ACTIVE}.textContent`), first)
    await page.press('ArrowUp')
    t.equal(await page.ask(`${ACTIVE}.textContent`), first)
    await page.press('ArrowUp')
    t.equal(await page.ask(`${ACTIVE} === ${RESULTS}.at(-1)`), true, 'from the first to the last')
    await page.press('Escape')
    t.equal(await page.ask(`document.activeElement.getAttribute('aria-expanded')`), 'false')
    await page.press('Escape')
    t.equal(await page.ask(`document.activeElement.className`), 'skip', 'back where it was')
    t.equal(await page.ask(`document.getElementById('search').value`), '')

    await page.press('/')
    await page.type('IDEMPOTENCY_MISMATCH')
    await page.press('Enter')
    t.equal(await page.ask('location.hash'), '#code-IDEMPOTENCY_5f.MISMATCH')
    t.equal(await page.ask(MARKED), true)
    t.equal(await focus(page), 'code-IDEMPOTENCY_5f.MISMATCH', 'the focus is at the place')
  })

  await t.test('words find their places, with one mistyped letter too', async (t) => {
    const wanted = {
      linkage: 'kit_linkage',
      linkge: 'kit_linkage',
      linkaga: 'kit_linkage',
      quota: 'RATE_LIMIT_EXCEEDED',
      qouta: 'RATE_LIMIT_EXCEEDED',
      429: 'RATE_LIMIT_EXCEEDED',
      'rate limit': 'RATE_LIMIT_EXCEEDED',
      idempotency: 'IDEMPOTENCY_CONFLICT',
      idempotncy: 'Idempotency-Key',
      parentage: 'POST /coats/checkParentage',
      tobiano: 'kit ',
      champagne: 'champagne Champagne',
      'x-request-id': 'X-Request-Id',
    }
    const missed: unknown[] = []
    for (const [query, name] of Object.entries(wanted)) {
      await search(page, query)
      const names = (await page.ask(
        `${RESULTS}.map((each) => each.querySelector('.found-name').textContent)`,
      )) as readonly string[]
      if (!names.slice(0, 6).some((each) => each.toLowerCase().startsWith(name.toLowerCase())))
        missed.push({ query, name, names })
    }
    t.same(missed, [])
    await search(page, 'xyzzyplugh')
    t.match(await page.ask(STATUS), /^Nothing found for “xyzzyplugh”/)
  })

  await t.test('a place in a closed part is opened', async (t) => {
    await search(page, 'returned_percentage')
    await page.press('Enter')
    t.equal(await page.ask(`document.querySelector(':target').checkVisibility()`), true)
    t.equal(await page.ask(MARKED), true)
  })

  await t.test('on a phone the results fit and can be touched', async (t) => {
    await page.look(PHONE)
    await search(page, 'percentage')
    const sizes = (await page.ask(
      `${RESULTS}.map((each) => each.getBoundingClientRect().toJSON())`,
    )) as readonly {
      readonly left: number
      readonly right: number
      readonly height: number
    }[]
    t.ok(sizes.length > 5)
    t.ok(sizes.every(({ left, right, height }) => left >= 0 && right <= PHONE.width && height >= 44))
    t.equal(await page.ask('document.documentElement.scrollWidth'), PHONE.width)
    await page.click(`${RESULTS}[0]`)
    t.equal(await page.ask(MARKED), true)
  })

  await t.test('a slash is typed as text into other fields', async (t) => {
    await page.ask(`document.querySelector('.try').click()`)
    await page.press('/')
    t.equal(await focus(page), 'console-key')
    t.equal(await page.ask(`document.getElementById('console-key').value`), '/')
  })

  t.same(
    page.requests.filter((url) => !url.startsWith(server.url) && !url.endsWith('/favicon.ico')),
    [],
    'nobody else is asked',
  )
  t.same(
    page.complaints.filter((complaint) => !complaint.includes('favicon')),
    [],
  )
})
