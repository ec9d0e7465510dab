/**
 * Serves one rendered page with its style sheet and script on 127.0.0.1, with the very headers of the service.
 * Leaves to others: the service's own routes to the page (test/contract).
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TaggedDocument } from '../../src/service/http/cache/tagged-document.js'
import { PAGE_HEADERS } from '../../src/service/http/respond.js'
import type { ReferencePage } from '../../src/pages/reference/reference.js'

export interface PageServer {
  /** Of the page itself. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** Anything but these is a 404, as in the service. @param base a prefix, as of a service behind a proxy */
export async function servePage({ html, css, js }: ReferencePage, base = ''): Promise<PageServer> {
  const server = createServer((request, response) => {
    const send = (text: string, type: string): void =>
      void new TaggedDocument(Buffer.from(text), `${type}; charset=utf-8`, PAGE_HEADERS).send(
        request,
        response,
        [],
      )
    if (request.url === `${base}/docs`) send(html, 'text/html')
    else if (request.url === `${base}/docs/reference.css`) send(css, 'text/css')
    else if (request.url === `${base}/docs/reference.js`) send(js, 'text/javascript')
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}/docs`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
