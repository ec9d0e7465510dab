/**
 * The served reference page in the hands of a reader: a call sent from it by keyboard alone, languages, folded parts; and
 * without its script.
 */
import { join } from 'node:path'
import t from 'tap'
import { startRobe, storeWithKey, until } from '../process/robe.js'
import { hasChromium, PACKAGE, startChromium, type Visit } from './chromium.js'

const PHONE = { width: 390, height: 844 }
/** What a page and all that it loads may weigh on a slow line. */
const MOST_BYTES = 80_000

const store = `sqlite:${join(t.testdir(), 'robe.db')}`
const key = await storeWithKey(store, 'free')
const robe = await startRobe(t, { STORE: store, BASE_PATH: '/v1' })

t.test('the page is light', async (t) => {
  const sizes = ['/docs', '/docs/reference.css', '/docs/reference.js'].map(async (path) => {
    const response = await fetch(robe.url + path, { headers: { 'Accept-Encoding': 'br' }, method: 'HEAD' })
    return Number(response.headers.get('content-length'))
  })
  const weight = (await Promise.all(sizes)).reduce((sum, size) => sum + size)
  t.ok(weight > 0 && weight < MOST_BYTES, `${weight} bytes`)
})

const status = (page: Visit): Promise<unknown> =>
  page.ask(`document.querySelector('#console-answer .status')?.textContent ?? ''`)
const focus = (page: Visit): Promise<unknown> =>
  page.ask(`document.activeElement.id || document.activeElement.textContent`)

/** Presses Tab until the focus is there. */
async function tabTo(page: Visit, wanted: string): Promise<void> {
  for (let i = 0; i < 40; i++) {
    if ((await focus(page)) === wanted) return
    await page.press('Tab')
  }
  throw new Error(`no Tab leads to ${wanted}`)
}

async function send(page: Visit): Promise<void> {
  await page.ask(`document.getElementById('console-answer').replaceChildren()`)
  await tabTo(page, 'Send')
  await page.press('Enter')
  await until('there is an answer', async () => (await status(page)) !== '')
}

const skip = hasChromium() ? false : `needs a browser: apt-get install ${PACKAGE}`
t.test('in a browser', { skip, timeout: 100_000 }, async (t) => {
  const browser = startChromium()
  t.teardown(() => browser.close())

  await t.test('an answer that comes late is not shown under another example', async (t) => {
    const page = await browser.visit(`${robe.url}/v1/docs`, PHONE)
    await page.ask(`{
      const real = fetch
      window.fetch = async (...call) => {
        await new Promise((resolve) => (window.letGo = resolve))
        return real(...call)
      }
      const [first, second] = document.querySelectorAll('.try')
      first.click()
      document.querySelector('#console form').requestSubmit()
      document.getElementById('console').close()
      second.click()
      letGo()
    }`)
    const canSend = (): Promise<unknown> =>
      page.ask(`!document.querySelector('#console [type=submit]').disabled`)
    await until('the first call has ended', async () => (await canSend()) === true)
    t.equal(await status(page), '')
  })

  await t.test('an example is sent with the keyboard alone, and its key is kept nowhere', async (t) => {
    const page = await browser.visit(`${robe.url}/v1/docs`, PHONE)
    await tabTo(page, 'Try it')
    await page.press('Enter')
    t.equal(await focus(page), 'console-key')
    await send(page)
    t.match(await status(page), /^401 Unauthorized/)
    t.match(await page.ask(`document.querySelector('.message').textContent`), 'X-API-Key')

    await page.ask(`document.getElementById('console-key').focus()`)
    await page.type(key)
    await send(page)
    t.match(await status(page), /^200 OK after \d+ ms$/)
    const answer = String(await page.ask(`document.getElementById('console-answer').textContent`))
    t.match(answer, '"translate": "Buckskin"')
    t.match(answer, /x-ratelimit-remaining: \d+/)

    for (const place of [
      'location.href',
      'document.cookie',
      'JSON.stringify([localStorage, sessionStorage])',
    ])
      t.notMatch(await page.ask(place), key, place)
    t.notMatch(await page.ask('document.documentElement.outerHTML'), key)
    const hosts = page.requests.map((url) => new URL(url).origin)
    t.same([...new Set(hosts)], [robe.url], 'nobody else is asked')
    t.notOk(page.requests.some((url) => url.includes(key)))
    t.ok(page.requests.includes(`${robe.url}/v1/coats/result`), 'under the prefix of the page')

    await page.press('Escape')
    t.equal(await page.ask(`document.getElementById('console').open`), false)
    t.equal(await focus(page), 'Try it', 'the focus is where it was')
  })

  await t.test('a fault is explained, and its code leads to the paragraph about it', async (t) => {
    const page = await browser.visit(`${robe.url}/docs`, PHONE)
    await page.ask(`document.querySelector('.try').click()`)
    await page.ask(`document.getElementById('console-key').value = ${JSON.stringify(key)}`)
    await page.ask(
      `document.getElementById('console-body').value = '{"base": {"extension": ["E", "e"], "agouti": "Aa"}}'`,
    )
    await send(page)
    t.match(await status(page), /^400 Bad Request/)
    const said = String(await page.ask(`document.getElementById('console-answer').textContent`))
    t.match(said, /Where: base\.agouti/)
    t.match(said, /Sent: "Aa"/)
    await page.ask(`document.querySelector('#console-answer a').click()`)
    t.equal(await page.ask(`location.hash`), '#code-VALIDATION_5f.INVALID_5f.GENES')
    t.equal(
      await page.ask(`document.querySelector('.code:target h3 code').textContent`),
      'VALIDATION_INVALID_GENES',
    )

    await page.ask(`document.querySelector('[data-query] .try').click()`)
    await page.ask(`document.getElementById('console-query').value = 'lang=fr'`)
    await send(page)
    t.match(await page.ask(`document.getElementById('console-answer').textContent`), '"language": "fr"')
    t.same(
      page.complaints.filter((complaint) => !/favicon|status of 400/.test(complaint)),
      [],
    )
  })

  const shownLanguages = `[...new Set([...document.querySelectorAll('.tabs > .listing')]
    .filter((e) => getComputedStyle(e).display !== 'none').map((e) => e.ariaLabel.split(', ').at(-1)))]`
  const buttons = `document.querySelectorAll('.copy, .try').length`

  await t.test('one choice of language is for all examples, and a listing is copied', async (t) => {
    const page = await browser.visit(`${robe.url}/docs`, PHONE)
    t.same(await page.ask(shownLanguages), ['curl'])
    await page.ask(`document.querySelector('.tabs > input').focus()`)
    await page.press('ArrowRight')
    t.same(await page.ask(shownLanguages), ['JavaScript'])
    await page.ask(`document.querySelector('.copy').focus()`)
    await page.press('Enter')
    await until(
      'it says so',
      async () => (await page.ask(`document.querySelector('.copy').textContent`)) === 'Copied',
    )
    t.equal(
      await page.ask(`document.querySelector('.address').textContent`),
      robe.url,
      'with the address of the page',
    )
  })

  await t.test(
    'without script the languages are tabs, links unfold, and nothing is there that does nothing',
    async (t) => {
      const page = await browser.visit(`${robe.url}/docs`, { ...PHONE, scriptless: true })
      t.equal(await page.ask(buttons), 0)
      t.equal(await page.ask(`document.querySelector('#search')`), null)
      t.equal(await page.ask(`getComputedStyle(document.getElementById('console')).display`), 'none')
      await page.ask(`document.querySelector('.tabs > input').focus()`)
      await page.press('ArrowRight')
      t.same(await page.ask(shownLanguages), ['JavaScript', 'curl'], 'each example by itself')
      await page.ask(`document.querySelector('a[href="#schema-ResultRequest"]').click()`)
      t.ok(await page.ask(`document.getElementById('schema-ResultRequest').checkVisibility()`))
    },
  )
})
