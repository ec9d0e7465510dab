/**
 * The connection to Redis; the only file that uses the client library.
 * Guarantees: a command is answered, or rejected with RedisFault at its deadline; commands do not queue while Redis is unavailable;
 * the connection is re-established until it is closed; a script that Redis has lost, as after a restart, is sent again.
 */
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { createClient, ErrorReply } from 'redis'
import type { Address } from './address.js'
import { Deadlines } from './deadline.js'
import type { Script } from './lua.js'
import { NAMES } from './names.js'
import { classOfReply, RedisFault } from './replies.js'

export interface ConnectionOptions {
  readonly address: Address
  /** Deadline of commands that a client of the service waits for, milliseconds. */
  readonly patience: number
  /** Called whenever a connection is established, and whenever one is lost or fails. */
  readonly onUp?: () => void
  readonly onDown?: (fault: RedisFault) => void
}

/** Minimum deadline of probes, key changes and lists, which no client of the service waits for. */
const PATIENT_MS = 500

const RECONNECT_MS = 1_000
const CONNECT_MS = 2_000

/** Longer than the time between two connection attempts or two probes. */
const SILENT_MS = CONNECT_MS + RECONNECT_MS + 500

/** How long late answers of a replaced connection are accepted. */
const LINGER_MS = 60_000

export class Connection {
  /** The identity that every script verifies; undefined until the database is identified. */
  identity: string | undefined
  #client: Client
  #deadlines = new Deadlines()
  #fault: RedisFault | undefined
  #isClosed = false
  #isReadOnly = false
  #heardAt = performance.now()

  /** Starts connecting in the background. */
  constructor(private readonly options: ConnectionOptions) {
    this.#client = this.#connect()
  }

  get isUp(): boolean {
    return this.#client.isReady
  }

  /** Whether to replace the connection: it has been silent for long, or leads to a replica. */
  get needsRenewal(): boolean {
    return this.#isReadOnly || performance.now() - this.#heardAt > SILENT_MS
  }

  /** Why commands cannot be sent. */
  get fault(): RedisFault {
    return this.#fault ?? new RedisFault('away', 'Redis has not answered yet')
  }

  /** Waits until the connection is established or has failed. @param milliseconds at most */
  async firstNews(milliseconds: number): Promise<void> {
    if (this.isUp || this.#fault !== undefined) return
    const signal = AbortSignal.timeout(milliseconds)
    await once(this.#client, 'ready', { signal }).catch(() => undefined)
  }

  /** Sends a command that no client of the service waits for. */
  send(args: readonly string[]): Promise<unknown> {
    return this.#send(args, Math.max(this.options.patience, PATIENT_MS))
  }

  /**
   * Runs a script on these Redis keys, in the identified database. `late` is called with an answer after the deadline, unless it
   * is an error.
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

  /** Replaces the connection, so that the name or the proxy in the address can lead to another server. */
  renew(): void {
    if (this.#isClosed) return
    const old = this.#client
    this.#heardAt = performance.now()
    this.#isReadOnly = false
    this.#fault = undefined
    this.#deadlines = new Deadlines()
    this.#client = this.#connect()
    if (!old.isReady) return old.destroy()
    // Pending answers may report charges that must be refunded. Without any, the old connection closes at once.
    old.unref()
    void old.close()
    setTimeout(() => old.destroy(), LINGER_MS).unref()
  }

  close(): void {
    this.#isClosed = true
    this.#client.destroy()
  }

  #connect(): Client {
    const { address, onUp, onDown } = this.options
    const client = clientOf(address)
    const heard = (fault?: RedisFault): void => {
      if (client !== this.#client || this.#isClosed) return
      this.#heardAt = performance.now()
      this.#fault = fault
      if (fault === undefined) onUp?.()
      else onDown?.(fault)
    }
    client.on('ready', () => heard())
    client.on('error', (error: unknown) => heard(faultOf(error)))
    // The events above report the outcome of every attempt.
    client.connect().catch(() => {})
    return client
  }

  async #send(
    args: readonly string[],
    milliseconds: number,
    late?: (reply: unknown) => void,
  ): Promise<unknown> {
    const client = this.#client
    if (!client.isReady) throw this.fault
    try {
      const reply = await this.#deadlines.within<unknown>(client.sendCommand([...args]), milliseconds, late)
      this.#heardAt = performance.now()
      return reply
    } catch (error) {
      if (error instanceof RedisFault) throw error
      const { kind, message } = faultOf(error)
      const isReply = error instanceof ErrorReply
      if (isReply) this.#heardAt = performance.now()
      if (kind === 'read-only' && client === this.#client) this.#isReadOnly = true
      // A lost connection does not tell whether Redis carried the command out.
      throw new RedisFault(kind, message, !isReply)
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
    // The package's own timeout ends only commands that are not sent yet, and costs a signal for each: see deadline.ts.
    commandOptions: { timeout: 0 },
  })
}

/** Anything but an error reply of Redis is a failure of the connection. */
function faultOf(error: unknown): RedisFault {
  const message = error instanceof Error ? error.message : String(error)
  return new RedisFault(error instanceof ErrorReply ? classOfReply(message) : 'away', message)
}
