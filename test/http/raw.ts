/**
 * Requests written byte by byte, as no well-behaved client would send them.
 * Guarantees: what is sent is what stands there; the answer is everything until the server closes or is silent.
 */
import { connect } from 'node:net'

/** How long a server may be silent before its answer counts as whole. Only ever waited for when it stays open. */
const SILENCE_MS = 300

export function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    let silence: NodeJS.Timeout | undefined
    socket.on('data', (data) => {
      heard += data.toString('latin1')
      clearTimeout(silence)
      silence = setTimeout(() => socket.destroy(), SILENCE_MS)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(heard)
      else reject(error)
    })
    socket.on('close', () => {
      clearTimeout(silence)
      resolve(heard)
    })
    socket.write(bytes, 'latin1')
  })
}

/** Status of each answer in what was heard. */
export function statuses(heard: string): readonly number[] {
  return [...heard.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map((match) => Number(match[1]))
}
