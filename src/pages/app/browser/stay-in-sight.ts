/**
 * Keeps a panel beside a long form in sight.
 * Guarantees: a panel taller than the window scrolls with the page until its end is seen, so that nothing scrolls inside it.
 */

/** Distance from the edges of the window, in pixels. */
const MARGIN = 20

export function stayInSight(panel: HTMLElement): void {
  const place = (): void => {
    const free = innerHeight - panel.offsetHeight - MARGIN
    panel.style.setProperty('--top', `${Math.min(MARGIN, free)}px`)
  }
  const size = new ResizeObserver(place)
  size.observe(panel)
  size.observe(document.documentElement)
}
