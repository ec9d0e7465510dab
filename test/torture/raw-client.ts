/**
 * Sends bytes as they stand, reads what comes back, and then says that nothing more will come.
 * Guarantees: never rejects; a server that leaves a client that has finished without an end of its own hangs.
 */
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { RawCase } from './raw-cases.js'

const SILENCE_MS = 250
const PATIENCE_MS = 10_000
const DRIP_MS = 20

export interface RawOutcome {
  /** Of each answer that came back. */
  readonly statuses: readonly number[]
  readonly heard: string
  readonly hangs: boolean
}

export function sendRawCase(port: number, { kind, pieces }: RawCase): Promise<RawOutcome> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let heard = ''
    let hangs = false
    let silence: NodeJS.Timeout | undefined
    const giveUp = setTimeout(() => {
      hangs = true
      socket.destroy()
    }, PATIENCE_MS)
    const hush = (): void => {
      clearTimeout(silence)
      silence = setTimeout(() => socket.end(), SILENCE_MS)
    }
    socket.on('data', (data) => {
      if (kind === 'reset') return void socket.resetAndDestroy()
      // Heads are what is looked at.
      if (heard.length < 100_000) heard += data.toString('latin1')
      hush()
    })
    socket.on('end', () => socket.end())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(giveUp)
      clearTimeout(silence)
      const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]))
      resolve({ statuses, heard, hangs })
    })
    void write()

    async function write(): Promise<void> {
      for (const [i, piece] of pieces.entries()) {
        if (i > 0) await delay(DRIP_MS)
        if (socket.destroyed || !socket.writable) return
        socket.write(piece)
      }
      if (kind === 'left early') socket.destroy()
      else if (kind === 'half') socket.end()
      else if (kind !== 'reset') hush()
    }
  })
}

/** Sends the beginning of a request and then nothing. Resolves with the milliseconds until the server has had enough; NaN: never. */
export function sayNothingMore(port: number, beginning: string, patienceMs: number): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now()
    const socket = connect(port, '127.0.0.1', () => socket.write(beginning))
    const giveUp = setTimeout(() => {
      resolve(NaN)
      socket.destroy()
    }, patienceMs)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(giveUp)
      resolve(performance.now() - began)
    })
    socket.resume()
  })
}
