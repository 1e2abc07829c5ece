/** Arrow keys move between the buttons of a pad, as on a keypad. */
import { neighbour } from "../table/cloth";

export function arrows(pad: HTMLElement): { destroy: () => void } {
  const move = (event: KeyboardEvent): void => {
    const from = (event.target as Element).closest("button");
    if (!from || !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    const next = neighbour([...pad.querySelectorAll("button:not(:disabled)")], from, event.key);
    if (next) (next as HTMLElement).focus();
  };
  pad.addEventListener("keydown", move);
  return { destroy: () => pad.removeEventListener("keydown", move) };
}
