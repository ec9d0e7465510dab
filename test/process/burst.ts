/**
 * Many calls at the same moment, each on a connection of its own.
 */
import { Agent, request } from 'node:http'
import { HORSE } from './horse.js'

/** Asks for a coat `times` times at once, of a horse unless another body is given. @returns the statuses, 0 where there was no answer */
export async function burst(
  url: string,
  key: string,
  times: number,
  headers: Readonly<Record<string, string>> = {},
  body = HORSE,
): Promise<readonly number[]> {
  const agent = new Agent({ maxSockets: times })
  const ask = (): Promise<number> =>
    new Promise((resolve) => {
      const asked = request(
        `${url}/coats/result`,
        {
          method: 'POST',
          agent,
          headers: {
            ...headers,
            'X-API-Key': key,
            'Content-Type': 'application/json',
            'Content-Length': body.length,
          },
        },
        (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)),
      )
      asked.once('error', () => resolve(0)).end(body)
    })
  const statuses = await Promise.all(Array.from({ length: times }, ask))
  agent.destroy()
  return statuses
}
