/** Movement of what is drawn: cards, chips, ball, wheel, dice. One way for every table. What moves
 * goes to where it is already: nothing waits for it and nothing is decided by it. All that moves is
 * left out where movement is unwanted, and comes to its end at once when somebody has seen enough. */
import type { Attachment } from "svelte/attachments";
import { untrack } from "svelte";
import { settings } from "../lib/settings.svelte";

/** What moves: also the name under which its frames are counted. */
export type Kind = "card" | "turn" | "chips" | "wheel" | "ball" | "disc" | "dice" | "sign";

export type Point = readonly [number, number];

const running = new Set<Animation>();
const SVG = "http://www.w3.org/2000/svg";

/** Whether anything moves here at all. */
export const moves = (): boolean => !settings.still && !document.hidden;

/** Move something that is drawn. Nothing is drawn differently before or after. */
export function move(node: Element, kind: Kind, frames: Keyframe[], timing: KeyframeAnimationOptions): Promise<unknown> | null {
  if (!moves()) return null;
  const made = node.animate(frames, { fill: "backwards", ...timing, id: kind });
  running.add(made);
  return new Promise<void>((over) => {
    made.onfinish = made.oncancel = () => {
      running.delete(made);
      over();
    };
  });
}

/** Everything that moves comes to its end now. */
export function finish(): void {
  for (const one of [...running]) one.finish();
}

/** Move an element once, when it appears. */
export function appears(kind: Kind, frames: Keyframe[], timing: KeyframeAnimationOptions): Attachment<Element> {
  return (node) => void untrack(() => move(node, kind, frames, timing));
}

/** Pictures of parts of a drawing above it, on a layer of their own: they are drawn once and then only
 * moved, while the drawing itself rests. */
export interface Lifted {
  layer: HTMLElement;
  pictures: HTMLElement[];
  /** Points of the screen to a unit of the drawing. */
  scale: number;
  /** What they are pictures of has been laid elsewhere meanwhile. */
  shift: (by: Point) => void;
  down: () => void;
}

const EDGE = 3;

/** Lift what `whole` draws: pictures of all of it, or of its parts one above the other. */
export function lift(whole: SVGGraphicsElement, parts: SVGGraphicsElement[] = [whole]): Lifted | null {
  const grid = whole.getScreenCTM();
  const box = whole.getBBox();
  if (!grid || !box.width) return null;
  const [width, height] = [box.width + 2 * EDGE, box.height + 2 * EDGE];
  const layer = document.createElement("div");
  layer.className = "lifted";
  layer.setAttribute("aria-hidden", "true");
  layer.style.left = `${grid.e + grid.a * (box.x - EDGE)}px`;
  layer.style.top = `${grid.f + grid.d * (box.y - EDGE)}px`;
  layer.style.width = `${grid.a * width}px`;
  layer.style.height = `${grid.d * height}px`;
  const pictures = parts.map((part) => {
    const holder = document.createElement("div");
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `${box.x - EDGE} ${box.y - EDGE} ${width} ${height}`);
    svg.append(part.cloneNode(true));
    holder.append(svg);
    layer.append(holder);
    return holder;
  });
  document.body.append(layer);
  whole.style.visibility = "hidden";
  const shift = ([x, y]: Point): void => void (layer.style.translate = `${x * grid.a}px ${y * grid.d}px`);
  const down = (): void => {
    layer.remove();
    whole.style.visibility = "";
  };
  return { layer, pictures, scale: grid.a, shift, down };
}

const at = ([x, y]: Point, more = ""): string => `translate(${x}px, ${y}px) ${more}`;
const scaled = ([x, y]: Point, by: number): Point => [x * by, y * by];

const DEAL = { duration: 420, easing: "cubic-bezier(0.2, 0.75, 0.3, 1)" };
const TURN = 170;
/** When a card that is dealt shows its face, in seconds. */
export const FACED = (DEAL.duration * 0.8 + TURN * 1.5) / 1000;
const AWAY: Keyframe[] = [{ transform: "scaleX(1)" }, { transform: "scaleX(0.01)" }];
const UP: Keyframe[] = [{ transform: "scaleX(0.01)" }, { transform: "scaleX(1)" }];

/** A card comes from where cards come from, and is turned when it lies if it is dealt open; or it is
 * turned where it lies. `back` and `face` are its two sides, the face only if it is known. */
export function dealt(card: SVGGraphicsElement, from: Point | null, back: SVGGraphicsElement, face: SVGGraphicsElement | null): Lifted | null {
  if (!moves() || (!from && !face)) return null;
  const lifted = lift(card, face ? [back, face] : [back]);
  if (!lifted) return null;
  const [under, over] = lifted.pictures;
  const all: (Promise<unknown> | null)[] = [];
  if (from) {
    const far = scaled(from, lifted.scale);
    all.push(move(lifted.layer, "card", [{ transform: at(far, "rotate(-80deg)") }, { transform: at([0, 0], "rotate(0deg)") }], DEAL));
  }
  if (under && over) {
    const delay = from ? DEAL.duration * 0.8 : 0;
    all.push(move(under, "turn", AWAY, { duration: TURN, delay, easing: "ease-in", fill: "both" }));
    all.push(move(over, "turn", UP, { duration: TURN, delay: delay + TURN, easing: "ease-out", fill: "both" }));
  }
  void Promise.all(all).then(lifted.down);
  return lifted;
}

/** Chips laid down: from their owner, seen from where they lie, to there. */
export function laid(chips: SVGGraphicsElement, from: Point): Lifted | null {
  const lifted = moves() ? lift(chips) : null;
  if (!lifted) return null;
  const frames = [
    { transform: at(scaled(from, lifted.scale), "scale(0.8)"), opacity: 0.3 },
    { opacity: 1, offset: 0.3 },
    { transform: at([0, 0], "scale(1)"), opacity: 1 },
  ];
  void move(lifted.layer, "chips", frames, { duration: 320, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" })?.then(lifted.down);
  return lifted;
}

/** Chips on their way, in units of the drawing. */
export interface Way {
  from: Point;
  /** Where they rest in between: a payment lies beside its bet before it is taken. */
  by?: Point;
  to: Point;
  delay?: number;
  lasts: number;
}

export function along({ from, by, to }: Way, scale = 1): Keyframe[] {
  const place = (point: Point): string => at(scaled(point, scale)).trim();
  const rest = by ? [{ opacity: 1, offset: 0.08 }, { transform: place(by), offset: 0.38 }, { transform: place(by), offset: 0.58 }] : [];
  return [
    { transform: place(from), opacity: by ? 0 : 1 },
    ...rest,
    { opacity: 1, offset: 0.88 },
    { transform: place(to), opacity: 0 },
  ];
}

/** Chips that only pass: they are seen while they move. */
export function passing(way: Way): Attachment<SVGGraphicsElement> {
  return (chips) =>
    untrack(() => {
      const lifted = moves() ? lift(chips) : null;
      if (!lifted) return;
      const timing = { duration: way.lasts, delay: way.delay ?? 0, easing: "ease-in-out", fill: "both" as const };
      void move(lifted.layer, "chips", along(way, lifted.scale), timing);
      return lifted.down;
    });
}

/** A result that is put up. */
export const SIGN: Keyframe[] = [
  { transform: "scale(0.2)", opacity: 0 },
  { transform: "scale(1)", opacity: 1 },
];
