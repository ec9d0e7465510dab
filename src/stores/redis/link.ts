/**
 * One connection to Redis, kept up: the only file that knows which client library it is.
 * Guarantees: a command is answered while Redis is at work, or rejected with a RedisFault when its time is up; nothing waits in a queue for
 * a server that is away; the connection is renewed as long as the link is open.
 * Leaves to others: what is asked (scripts.ts) and what follows from faults (breaker.ts).
 */
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { createClient } from 'redis'
import type { Address } from './address.js'
import { faultOf, RedisFault } from './health/redis-fault.js'

/** What Redis answers, before it is checked. */
export type Reply = string | number | null | boolean | Reply[] | Readonly<Record<string, unknown>>

export interface Sender {
  /** Sends one command. When its time is up, what Redis says later goes to `late`, if it is no error. */
  send(words: readonly string[], late?: (reply: unknown) => void): Promise<unknown>
}

export interface Link extends Sender {
  /** The same for what no caller of the service waits for. */
  readonly patient: Sender
  /** Whether the connection stands, as far as the system knows. */
  isUp(): boolean
  /** Whether a connection is being made and nothing is heard of it, not even that it failed. */
  isStuck(): boolean
  /** Why it does not stand, as far as is known. */
  lastFault(): RedisFault | undefined
  /** Makes another connection, for one that swallows everything. */
  renew(): void
  close(): void
}

export interface LinkOptions {
  readonly address: Address
  /** How long a command may take, milliseconds. */
  readonly patience: number
  /** Called whenever a connection stands and whenever one is lost. */
  readonly onUp?: () => void
  readonly onDown?: (fault: RedisFault) => void
}

/** For looks, changes of keys and lists. */
const PATIENT_MS = 500

/** Each try is a greeting, so that a Redis that turns everybody away is not asked oftener than any other. */
const RECONNECT_MS = 1_000
const CONNECT_MS = 2_000

/** Longer than from one failed try to the next. */
const STUCK_MS = CONNECT_MS + RECONNECT_MS + 500

/** So long the answers of a connection that was given up are waited for. */
const LINGER_MS = 60_000

/** A timer this late says that the machine has no time for this process, hence perhaps none for Redis either. */
const STARVED_MS = 5

/** What each command of a burst adds to the patience. */
const EACH_MS = 0.5

/** However busy everything is: after so many times the patience a call is given up. */
const MOST_PATIENCES = 60

/** Begins to connect and returns at once. */
export function openLink({ address, patience, onUp, onDown }: LinkOptions): Link {
  let fault: RedisFault | undefined
  let closed = false
  /** When it was last heard that a connection stands or does not. */
  let newsAt = performance.now()
  const pulse: Pulse = { answeredAt: 0, waiting: 0, burst: 0 }
  let client = connect()
  /** A connection that was given up with calls unanswered. */
  let lingering: typeof client | undefined

  function letGo(): void {
    lingering?.destroy()
    lingering = undefined
  }

  function connect(): ReturnType<typeof create> {
    const made = create(address)
    made.on('error', (error: unknown) => {
      if (made !== client || closed) return
      newsAt = performance.now()
      fault = faultOf(error)
      onDown?.(fault)
    })
    made.on('ready', () => {
      if (made !== client || closed) return
      newsAt = performance.now()
      fault = undefined
      onUp?.()
    })
    // Told by the events: connecting goes on until the link is closed.
    made.connect().catch(() => {})
    return made
  }

  async function sendWithin(
    milliseconds: number,
    words: readonly string[],
    late?: (reply: unknown) => void,
  ): Promise<unknown> {
    if (!client.isReady) throw fault ?? new RedisFault('away', 'there is no connection')
    return await inTime(client.sendCommand([...words]), milliseconds, pulse, late)
  }

  return {
    send: (words, late) => sendWithin(patience, words, late),
    patient: { send: (words, late) => sendWithin(Math.max(patience, PATIENT_MS), words, late) },
    isUp: () => client.isReady,
    isStuck: () => !client.isReady && performance.now() - newsAt > STUCK_MS,
    lastFault: () => fault,
    renew() {
      if (closed) return
      const old = client
      newsAt = performance.now()
      client = connect()
      // What it still has to say may be that it charged calls: it is heard to its end, but no heap of them is kept.
      if (lingering === undefined && old.isReady) {
        lingering = old
        old.on('error', letGo)
        setTimeout(letGo, LINGER_MS).unref()
      } else old.destroy()
    },
    close() {
      closed = true
      letGo()
      client.destroy()
    },
  }
}

function create(address: Address) {
  const { host, port, tls, username, password, database } = address
  const common = { host, port, connectTimeout: CONNECT_MS, reconnectStrategy: RECONNECT_MS }
  return createClient({
    socket: tls ? { ...common, tls: true } : common,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    database,
    name: 'robe',
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // Commands have their time here (inTime); the package's own time, a signal for each command, is two thirds of its work.
    commandOptions: { timeout: 0 },
  })
}

/** How one link fares. */
interface Pulse {
  answeredAt: number
  /** Commands whose time is not up; and the most there were since there was none. */
  waiting: number
  burst: number
}

/**
 * The answer; or, when the time is up first, a fault, and the answer goes to `late`. The time is up when Redis
 * has answered nothing at all for `patience`, and a little more for each command of the same burst: in a burst each call
 * waits for those before it, of other processes too, and that Redis is at work is no reason to do without it.
 */
function inTime(
  answer: Promise<unknown>,
  patience: number,
  pulse: Pulse,
  late: ((reply: unknown) => void) | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sentAt = performance.now()
    let isLate = false
    let timer: NodeJS.Timeout | undefined
    const end = (): void => {
      if (!isLate) pulse.waiting -= 1
      clearTimeout(timer)
      timer = undefined
      pulse.answeredAt = performance.now()
    }
    const wait = (milliseconds: number): void => {
      const due = performance.now() + milliseconds
      timer = setTimeout(() => void judge(due), milliseconds)
    }

    async function judge(due: number): Promise<void> {
      const starved = performance.now() - due > STARVED_MS
      // After a long turn of this process the answer may lie in the socket, unread: it is read before this goes on.
      await setImmediate()
      if (timer === undefined) return
      const now = performance.now()
      const silent = now - Math.max(sentAt, pulse.answeredAt)
      const left = starved ? patience : patience + EACH_MS * pulse.burst - silent
      if (left > 0 && now - sentAt < MOST_PATIENCES * patience) return wait(Math.max(1, left))
      isLate = true
      pulse.waiting -= 1
      reject(new RedisFault('slow', `no answer within ${Math.round(now - sentAt)} ms`))
    }

    pulse.burst = pulse.waiting === 0 ? 1 : Math.max(pulse.burst, pulse.waiting + 1)
    pulse.waiting += 1
    wait(patience)
    answer.then(
      (reply) => {
        end()
        if (isLate) late?.(reply)
        else resolve(reply)
      },
      (error: unknown) => {
        end()
        reject(faultOf(error))
      },
    )
  })
}
