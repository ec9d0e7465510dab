/**
 * A headless Chromium, spoken to over a pipe: no driver package, no port.
 * Guarantees: a fresh profile that is removed again; everything the browser complains about on a page is collected.
 * Leaves to others: what to ask of a page.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

/** What a browser made of a page. */
export interface Visit {
  /** Console errors and warnings, uncaught exceptions, blocked and failed loads. */
  readonly complaints: readonly string[]
  /** Addresses asked for. */
  readonly requests: readonly string[]
  /** The value of a JavaScript expression on the page. */
  readonly ask: (expression: string) => Promise<unknown>
  /** A key such as `Tab`, as a hand on the keyboard presses it. */
  readonly press: (key: keyof typeof KEYS) => Promise<void>
  /** A click in the middle of the element that an expression says, after it was scrolled into sight as a person would. */
  readonly click: (element: string) => Promise<void>
  /** Another size, another scheme, the same page. */
  readonly look: (screen: Screen) => Promise<void>
  /** Text where the focus is. */
  readonly type: (text: string) => Promise<void>
  /** The visible part of the page as PNG. */
  readonly screenshot: () => Promise<Buffer>
  /** What is printed on A4, as PDF. */
  readonly pdf: () => Promise<Buffer>
}

export interface Screen {
  readonly width: number
  readonly height: number
  readonly scheme?: 'light' | 'dark'
  readonly media?: '' | 'print'
  /** The page's own scripts do not run. */
  readonly scriptless?: boolean
}

/** What the browser must be told of a key. */
const KEYS = {
  Tab: { code: 'Tab', windowsVirtualKeyCode: 9 },
  Enter: { code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Escape: { code: 'Escape', windowsVirtualKeyCode: 27 },
  ' ': { code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
  '/': { code: 'Slash', windowsVirtualKeyCode: 191, text: '/' },
  ArrowUp: { code: 'ArrowUp', windowsVirtualKeyCode: 38 },
  ArrowDown: { code: 'ArrowDown', windowsVirtualKeyCode: 40 },
  ArrowRight: { code: 'ArrowRight', windowsVirtualKeyCode: 39 },
}

export interface Browser {
  readonly visit: (url: string, screen: Screen) => Promise<Visit>
  readonly close: () => Promise<void>
}

/** The Debian package that brings the browser. */
export const PACKAGE = 'chromium'

export function hasChromium(): boolean {
  return spawnSync(PACKAGE, ['--version'], { timeout: 30_000 }).status === 0
}

/** A page that answers nothing for so long never will; the tests say so instead of waiting for it. */
const PATIENCE_MS = 60_000

const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars --remote-debugging-pipe'

export function startChromium(): Browser {
  const profile = mkdtempSync(join(tmpdir(), 'robe-chromium-'))
  const child = spawn(PACKAGE, [...FLAGS.split(' '), `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const wire = connect(child)
  return {
    visit: (url, screen) => visit(wire, url, screen),
    close: async () => {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      if (child.exitCode === null && child.signalCode === null) {
        const kill = (): void => void child.kill('SIGKILL')
        // It may say that it closes, and not do so.
        const late = setTimeout(kill, PATIENCE_MS)
        wire.send('Browser.close').catch(kill)
        await gone
        clearTimeout(late)
      }
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

type Fields = Readonly<Record<string, unknown>>

/** The DevTools protocol over the pipe. */
interface Wire {
  readonly send: (method: string, params?: Fields, session?: string) => Promise<Fields>
  readonly listen: (hear: (method: string, params: Fields, session: unknown) => void) => void
}

/** Messages are JSON texts that end with a zero byte, written to descriptor 3 and read from 4. */
function connect(child: ChildProcess): Wire {
  const output = child.stdio[3] as Writable
  const input = child.stdio[4] as Readable
  const waiting = new Map<number, { resolve: (result: Fields) => void; reject: (error: Error) => void }>()
  const listeners: ((method: string, params: Fields, session: unknown) => void)[] = []
  const fail = (why: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(why))
    waiting.clear()
  }
  child.once('error', (error) => fail(error.message))
  child.once('exit', () => fail('the browser has ended'))
  output.on('error', () => fail('the browser does not listen'))
  let last = 0
  let unread = ''
  input.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (unread + chunk).split('\0')
    unread = messages.pop() ?? ''
    for (const text of messages) {
      const message = JSON.parse(text) as Fields
      const asked = waiting.get(Number(message['id']))
      if (asked === undefined) {
        for (const hear of listeners)
          hear(String(message['method']), fields(message['params']), message['sessionId'])
        continue
      }
      waiting.delete(Number(message['id']))
      if (message['error'] === undefined) asked.resolve(fields(message['result']))
      else asked.reject(new Error(JSON.stringify(message['error'])))
    }
  })
  return {
    listen: (hear) => void listeners.push(hear),
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        last += 1
        const late = setTimeout(() => {
          reject(new Error(`no answer within ${PATIENCE_MS} ms: ${method} ${JSON.stringify(params)}`))
        }, PATIENCE_MS)
        waiting.set(last, {
          resolve: (result) => {
            clearTimeout(late)
            resolve(result)
          },
          reject: (error) => {
            clearTimeout(late)
            reject(error)
          },
        })
        output.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`)
      }),
  }
}

async function visit(wire: Wire, url: string, screen: Screen): Promise<Visit> {
  const { scriptless = false } = screen
  const { targetId } = await wire.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await wire.send('Target.attachToTarget', { targetId, flatten: true })
  const send = (method: string, params?: Fields): Promise<Fields> =>
    wire.send(method, params, String(sessionId))
  const complaints: string[] = []
  const requests: string[] = []
  const loaded = new Promise<void>((resolve) => {
    wire.listen((method, params, session) => {
      if (session !== sessionId) return
      const complaint = complaintOf(method, params)
      if (complaint !== undefined) complaints.push(complaint)
      if (method === 'Network.requestWillBeSent') requests.push(String(fields(params['request'])['url']))
      if (method === 'Page.loadEventFired') resolve()
    })
  })
  for (const domain of ['Page', 'Log', 'Runtime', 'Network']) await send(`${domain}.enable`)
  const look = async ({ width, height, scheme = 'light', media = '' }: Screen): Promise<void> => {
    const mobile = width < 600
    await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile })
    const features = [{ name: 'prefers-color-scheme', value: scheme }]
    await send('Emulation.setEmulatedMedia', { media, features })
  }
  await look(screen)
  await send('Emulation.setScriptExecutionDisabled', { value: scriptless })
  const { errorText } = await send('Page.navigate', { url })
  if (typeof errorText === 'string') throw new Error(`${url}: ${errorText}`)
  await loaded
  return {
    complaints,
    requests,
    look,
    ask: async (expression) => {
      const answer = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })
      if (answer['exceptionDetails'] !== undefined)
        throw new Error(JSON.stringify(answer['exceptionDetails']))
      return fields(answer['result'])['value']
    },
    press: async (key) => {
      await send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...KEYS[key] })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key, ...KEYS[key] })
    },
    click: async (element) => {
      const found = await send('Runtime.evaluate', {
        expression: `(() => {
          const element = ${element}
          if (!element?.checkVisibility()) return 'not in sight: ' + ${JSON.stringify(element)}
          const { top, bottom, left: start, right: end } = element.getBoundingClientRect()
          if (top < 0 || bottom > innerHeight || start < 0 || end > innerWidth)
            element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
          const { left, right, top: upper, bottom: lower } = element.getBoundingClientRect()
          const [x, y] = [(left + right) / 2, (upper + lower) / 2]
          const hit = document.elementFromPoint(x, y)
          return element.contains(hit) || hit?.contains(element) ? { x, y } : 'covered: ' + hit?.outerHTML.slice(0, 200)
        })()`,
        returnByValue: true,
      })
      const place = fields(found['result'])['value']
      if (typeof place !== 'object') throw new Error(JSON.stringify(place))
      for (const type of ['mousePressed', 'mouseReleased'])
        await send('Input.dispatchMouseEvent', { type, ...place, button: 'left', clickCount: 1 })
    },
    type: async (text) => {
      await send('Input.insertText', { text })
    },
    screenshot: async () => {
      const { data } = await send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: false })
      return Buffer.from(String(data), 'base64')
    },
    pdf: async () => {
      const { data } = await send('Page.printToPDF', {
        paperWidth: 8.27,
        paperHeight: 11.69,
        preferCSSPageSize: true,
      })
      return Buffer.from(String(data), 'base64')
    },
  }
}

function complaintOf(method: string, params: Fields): string | undefined {
  if (method === 'Log.entryAdded') {
    const { level, text, url } = fields(params['entry'])
    return level === 'error' || level === 'warning' ? [text, url].join(' ').trim() : undefined
  }
  if (method === 'Runtime.exceptionThrown') return JSON.stringify(params['exceptionDetails'])
  if (method === 'Runtime.consoleAPICalled' && ['error', 'warning'].includes(String(params['type'])))
    return JSON.stringify(params['args'])
  return method === 'Network.loadingFailed' ? JSON.stringify(params) : undefined
}

function fields(value: unknown): Fields {
  return (value ?? {}) as Fields
}
