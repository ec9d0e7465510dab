/**
 * Clients that ask for the worst listed cross: one that reads as fast as it can, one that reads a little a second.
 */
import { request } from 'node:http'
import { connect } from 'node:net'
import { worstCross } from '../support/questions.js'

const { path, body } = worstCross()
const HEADERS = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length }

/** Reads the whole answer. Resolves with its status; 0 when it broke off. */
export function askWorst(url: string, key: string): Promise<number> {
  return new Promise((resolve) => {
    request(`${url}${path}`, { method: 'POST', headers: { ...HEADERS, 'X-API-Key': key } }, (response) => {
      response
        .resume()
        .once('end', () => resolve(response.statusCode ?? 0))
        .once('error', () => resolve(0))
    })
      .once('error', () => resolve(0))
      .end(body)
  })
}

/**
 * Takes so many bytes a second. What it does not take waits in the kernel and with the server, so it would not see the
 * server's end for hours: ask the server. @returns ends it
 */
export function readSlowly(url: string, key: string, bytesPerSecond: number): () => void {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = Object.entries({ Host: hostname, ...HEADERS, 'X-API-Key': key })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${body}`)
  // A listener for `readable` takes nothing by itself.
  socket.on('readable', () => undefined)
  const timer = setInterval(() => void socket.read(bytesPerSecond), 1_000)
  return () => {
    clearInterval(timer)
    socket.destroy()
  }
}
