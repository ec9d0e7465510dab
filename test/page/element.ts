/** The example page with <robe-foals>, served by another site than the service whose script it loads. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Test } from 'tap'
import { startChromium, type Screen, type Visit } from '../browser/chromium.js'
import { ROOT, startService, type Service } from '../http/service.js'
import { until } from './on-page.js'

/** Where the example finds the service. */
const PLACEHOLDER = 'https://robe.example'

export interface ElementTest {
  readonly service: Service
  readonly open: (screen: Screen) => Promise<Visit>
}

export async function startExample(t: Test): Promise<ElementTest> {
  const service = await startService(t, { pages: 'shipped' })
  const html = readFileSync(join(ROOT, 'examples/embed/foals.html'), 'utf8').replace(PLACEHOLDER, service.url)
  const server = createServer(({ url }, response) => {
    if (url === '/') response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html)
    else response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = startChromium()
  t.teardown(async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const open = async (screen: Screen): Promise<Visit> => {
    const visit = await browser.visit(address, screen)
    await until(visit, `${INSIDE}?.querySelector('tbody tr')`)
    return visit
  }
  return { service, open }
}

/** What the element holds. */
export const INSIDE = `document.querySelector('robe-foals').shadowRoot`

/** Changes attributes and waits for the answer; answers its text. */
export async function withAttributes(
  visit: Visit,
  attributes: Readonly<Record<string, string | null>>,
): Promise<string> {
  await visit.ask(`{
    const element = document.querySelector('robe-foals')
    for (const [name, value] of Object.entries(${JSON.stringify(attributes)}))
      if (value === null) element.removeAttribute(name)
      else element.setAttribute(name, value)
  }`)
  await until(visit, `!document.querySelector('robe-foals').hasAttribute('aria-busy')`)
  return String(await visit.ask(`${INSIDE}.textContent`))
}
