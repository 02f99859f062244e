import { toneOf, type CellFacts } from './cell.ts';
import type { WallColours } from './style.ts';

type Context = CanvasRenderingContext2D;

/** The colour of a server's state. */
export function markColour(facts: CellFacts, colours: WallColours): string {
  switch (toneOf(facts)) {
    case 'fine':
      return colours.good;
    case 'waiting':
      return colours.warn;
    case 'down':
      return colours.bad;
    case 'stale':
      return colours.faint;
  }
}

/** A state by its shape, in a square: disc, half disc, cross, triangle, ring, hands of a clock, no entry, a question mark. */
export function paintMark(
  context: Context,
  facts: CellFacts,
  colours: WallColours,
  x: number,
  y: number,
  size: number,
): void {
  const colour = markColour(facts, colours);
  const middle = { x: x + size / 2, y: y + size / 2 };
  const radius = size * 0.42;
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1, size * 0.14);
  context.beginPath();
  switch (facts.status) {
    case 'online':
      if (toneOf(facts) === 'stale') {
        context.arc(middle.x, middle.y, radius, 0, 2 * Math.PI);
        context.moveTo(middle.x, middle.y - radius * 0.6);
        context.lineTo(middle.x, middle.y);
        context.lineTo(middle.x + radius * 0.5, middle.y);
        context.stroke();
      } else {
        context.arc(middle.x, middle.y, radius * 0.85, 0, 2 * Math.PI);
        context.fill();
      }
      return;
    case 'offline':
      cross(context, middle, radius * 0.8);
      context.lineWidth = Math.max(1, size * 0.2);
      context.stroke();
      return;
    case 'error':
      context.moveTo(middle.x, middle.y - radius);
      context.lineTo(middle.x + radius * 1.1, middle.y + radius * 0.85);
      context.lineTo(middle.x - radius * 1.1, middle.y + radius * 0.85);
      context.closePath();
      context.fill();
      return;
    case 'restricted':
      context.arc(middle.x, middle.y, radius, 0, 2 * Math.PI);
      context.stroke();
      context.fillRect(middle.x - radius, middle.y - size * 0.08, radius * 2, size * 0.16);
      return;
    case 'deleting':
      context.rect(middle.x - radius, middle.y - size * 0.08, radius * 2, size * 0.16);
      context.fill();
      return;
    case 'deploying':
      context.rect(middle.x - radius * 0.8, middle.y - radius * 0.8, radius * 1.6, radius * 1.6);
      context.stroke();
      return;
    case 'unknown':
      context.arc(middle.x, middle.y - radius * 0.4, radius * 0.5, -Math.PI, Math.PI / 2);
      context.lineTo(middle.x, middle.y + radius * 0.4);
      context.stroke();
      context.fillRect(middle.x - size * 0.08, middle.y + radius * 0.7, size * 0.16, size * 0.16);
      return;
    default:
      context.arc(middle.x, middle.y, radius, 0, 2 * Math.PI);
      context.stroke();
      context.beginPath();
      context.arc(middle.x, middle.y, radius, Math.PI / 2, -Math.PI / 2);
      context.fill();
  }
}

function cross(context: Context, { x, y }: { x: number; y: number }, reach: number): void {
  context.moveTo(x - reach, y - reach);
  context.lineTo(x + reach, y + reach);
  context.moveTo(x + reach, y - reach);
  context.lineTo(x - reach, y + reach);
}
