/**
 * Many calls at the same moment, each on a connection of its own.
 */
import { Agent, request } from 'node:http'

const BODY = JSON.stringify({ base: { horn: ['S', 's'], mane: ['M', 'm'] } })

/** Asks for a unicorn's coat `times` times at once. @returns the statuses, 0 where there was no answer */
export async function burst(
  url: string,
  key: string,
  times: number,
  headers: Readonly<Record<string, string>> = {},
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
            'Content-Length': BODY.length,
          },
        },
        (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)),
      )
      asked.once('error', () => resolve(0)).end(BODY)
    })
  const statuses = await Promise.all(Array.from({ length: times }, ask))
  agent.destroy()
  return statuses
}
