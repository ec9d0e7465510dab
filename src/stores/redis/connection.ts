/**
 * The connection to Redis, kept up: the only file that knows which client library it is.
 * Guarantees: a command is answered while Redis is at work, or rejected with a RedisFault when its time is up; nothing
 * waits in a queue for a server that is away; the connection is renewed until it is closed; a script that Redis does not
 * know (a restart forgets them) runs all the same.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, ErrorReply } from 'redis'
import type { Address } from './address.js'
import type { Script } from './lua.js'
import { NAMES } from './names.js'
import { Patience } from './patience.js'
import { classOfReply, RedisFault } from './replies.js'

export interface ConnectionOptions {
  readonly address: Address
  /** How long a command that a caller of the service waits for may take, milliseconds. */
  readonly patience: number
  /** Called whenever a connection stands and whenever one is lost. */
  readonly onUp?: () => void
  readonly onDown?: (fault: RedisFault) => void
}

/** For probes, changes of keys and lists, which no caller of the service waits for. */
const PATIENT_MS = 500

/** Each try is a greeting, so that a Redis that turns everybody away is not asked oftener than any other. */
const RECONNECT_MS = 1_000
const CONNECT_MS = 2_000

/** Longer than from one failed try to the next, or from one probe to the next. */
const SILENT_MS = CONNECT_MS + RECONNECT_MS + 500

/** So long the answers of a connection that was given up are waited for. */
const LINGER_MS = 60_000

export class Connection {
  /** The database that every script must find; undefined until it was met. */
  identity: string | undefined
  #patience = new Patience()
  #client: Client
  /** A client that was given up with commands unanswered. */
  #lingering: Client | undefined
  #fault: RedisFault | undefined
  #closed = false
  /** When it was last heard that a connection stands or does not. */
  #newsAt = performance.now()

  /** Begins to connect and returns at once. */
  constructor(private readonly options: ConnectionOptions) {
    this.#client = this.#connect()
  }

  /** Whether the connection stands, as far as the system knows. */
  get isUp(): boolean {
    return this.#client.isReady
  }

  /** Whether nothing was heard for long: no answer, and of a connection that is being made not even that it failed. */
  get isSilent(): boolean {
    return performance.now() - Math.max(this.#newsAt, this.#patience.answeredAt) > SILENT_MS
  }

  /** Why nothing can be asked. */
  get fault(): RedisFault {
    return this.#fault ?? new RedisFault('away', 'Redis has not answered yet')
  }

  /** Waits until the connection stands or has failed, for so many milliseconds at most. */
  async firstNews(milliseconds: number): Promise<void> {
    const last = performance.now() + milliseconds
    while (!this.isUp && this.#fault === undefined && performance.now() < last) await pause(10)
  }

  /** Sends a command that no caller of the service waits for. */
  send(args: readonly string[]): Promise<unknown> {
    return this.#send(args, Math.max(this.options.patience, PATIENT_MS))
  }

  /**
   * Runs a script on these Redis keys, in the database that was met. `late` takes an answer that came after the
   * fault was reported, if it is no error.
   */
  async run(
    { text, sha, urgent, whole, atLeast }: Script,
    redisKeys: readonly string[],
    args: readonly string[],
    late?: (reply: unknown) => void,
  ): Promise<unknown> {
    if (this.identity === undefined) throw this.fault
    const { patience } = this.options
    const time = Math.max(atLeast, urgent ? patience : Math.max(patience, PATIENT_MS))
    const rest = [String(redisKeys.length + 1), NAMES.identity, ...redisKeys, this.identity, ...args]
    if (whole) return await this.#send(['EVAL', text, ...rest], time, late)
    try {
      return await this.#send(['EVALSHA', sha, ...rest], time, late)
    } catch (error) {
      if (!(error instanceof RedisFault && error.message.startsWith('NOSCRIPT'))) throw error
      return await this.#send(['EVAL', text, ...rest], time, late)
    }
  }

  /** Makes another connection, for one that swallows everything. */
  renew(): void {
    if (this.#closed) return
    const old = this.#client
    this.#newsAt = performance.now()
    this.#patience = new Patience()
    this.#client = this.#connect()
    if (this.#lingering !== undefined || !old.isReady) return old.destroy()
    // What it still has to say may be that it charged calls: it is heard to its end, but only one at a time is kept.
    this.#lingering = old
    const letGo = (): void => {
      if (this.#lingering === old) this.#letGo()
    }
    old.on('error', letGo)
    setTimeout(letGo, LINGER_MS).unref()
  }

  close(): void {
    this.#closed = true
    this.#letGo()
    this.#client.destroy()
  }

  #letGo(): void {
    this.#lingering?.destroy()
    this.#lingering = undefined
  }

  #connect(): Client {
    const { address, onUp, onDown } = this.options
    const client = clientOf(address)
    const heard = (fault?: RedisFault): void => {
      if (client !== this.#client || this.#closed) return
      this.#newsAt = performance.now()
      this.#fault = fault
      if (fault === undefined) onUp?.()
      else onDown?.(fault)
    }
    client.on('ready', () => heard())
    client.on('error', (error: unknown) => heard(faultOf(error)))
    // The events report how it ends: connecting goes on until it is closed.
    client.connect().catch(() => {})
    return client
  }

  async #send(
    args: readonly string[],
    milliseconds: number,
    late?: (reply: unknown) => void,
  ): Promise<unknown> {
    if (!this.isUp) throw this.fault
    try {
      const answer: Promise<unknown> = this.#client.sendCommand([...args])
      return await this.#patience.within(answer, milliseconds, late)
    } catch (error) {
      if (error instanceof RedisFault || error instanceof ErrorReply) throw faultOf(error)
      const { kind, message } = faultOf(error)
      throw new RedisFault(kind, message, true)
    }
  }
}

type Client = ReturnType<typeof clientOf>

function clientOf({ url }: Address) {
  return createClient({
    url,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: RECONNECT_MS },
    name: 'robe',
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // Commands have their time in patience.ts; the package's own, a signal for each command, is two thirds of its work.
    commandOptions: { timeout: 0 },
  })
}

/** Whatever is no reply of Redis is a failure of the connection. */
function faultOf(error: unknown): RedisFault {
  if (error instanceof RedisFault) return error
  const message = error instanceof Error ? error.message : String(error)
  return new RedisFault(error instanceof ErrorReply ? classOfReply(message) : 'away', message)
}
