/** The sounds of a table, made as they are heard: no recordings are loaded. Silent until the reader
 * switches them on; nothing is heard that he cannot see too. */
import type { Told } from "./api/types";

export type Sound = "chip" | "card" | "ball" | "dice" | "win" | "turn" | "tick";

const KEY = "tapete.sound";
/** What is heard of each kind of event. */
const HEARD: Record<string, Sound> = {
  "bet-placed": "chip", "chips-changed": "chip", "pot-given-back": "chip", "card-dealt": "card", "card-seen": "card",
}; // prettier-ignore

/** What these events sound like to a seat, each sound once: what it has won is heard over the rest. */
export function soundsOf(events: readonly Told[], seat: number | null): Sound[] {
  const won = events.some(
    ({ kind, fields }) => (kind === "bet-won" || kind === "pot-won") && seat !== null && fields.seat === seat,
  );
  const found = events.flatMap(({ kind }) => HEARD[kind] ?? []);
  return [...new Set<Sound>([...found, ...(won ? (["win"] as const) : [])])];
}

class Sounds {
  on = $state(localStorage.getItem(KEY) === "on");
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;

  turn(on: boolean): void {
    this.on = on;
    localStorage.setItem(KEY, on ? "on" : "off");
    if (on) this.play("chip");
  }

  /** Make a sound; `seconds`: how long what moves goes on. */
  play(sound: Sound, seconds = 1): void {
    if (!this.on || document.hidden) return;
    const context = (this.context ??= new AudioContext());
    if (context.state === "suspended") void context.resume();
    const at = context.currentTime + 0.01;
    switch (sound) {
      case "chip":
        this.tone(2100, at, 0.05, 0.12, "triangle");
        this.tone(3150, at + 0.035, 0.04, 0.08, "triangle");
        break;
      case "card":
        this.hiss(at, 0.09, 2600, 0.16);
        break;
      case "ball":
        this.hiss(at, seconds, 900, 0.07);
        for (let n = 0; n < 7; n++) this.tone(1500 - n * 60, at + seconds * (0.72 + 0.045 * n), 0.03, 0.12, "square");
        break;
      case "dice":
        for (let n = 0; n < 6; n++) this.tone(420 + ((n * 137) % 260), at + (seconds * n * n) / 40, 0.035, 0.2, "square");
        break;
      case "win":
        [523, 659, 784, 1047].forEach((note, n) => this.tone(note, at + n * 0.09, 0.3, 0.14, "sine"));
        break;
      case "turn":
        this.tone(660, at, 0.14, 0.14, "sine");
        this.tone(880, at + 0.13, 0.2, 0.14, "sine");
        break;
      case "tick":
        this.tone(1000, at, 0.03, 0.08, "square");
    }
  }

  private tone(pitch: number, at: number, lasts: number, loud: number, shape: OscillatorType): void {
    const context = this.context;
    if (!context) return;
    const tone = new OscillatorNode(context, { type: shape, frequency: pitch });
    tone.connect(this.fading(at, lasts, loud));
    tone.start(at);
    tone.stop(at + lasts);
  }

  private hiss(at: number, lasts: number, pitch: number, loud: number): void {
    const context = this.context;
    if (!context) return;
    const source = new AudioBufferSourceNode(context, { buffer: this.rushing(context), loop: true });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 0.8 });
    source.connect(filter).connect(this.fading(at, lasts, loud));
    source.start(at);
    source.stop(at + lasts);
  }

  private fading(at: number, lasts: number, loud: number): GainNode {
    const context = this.context as AudioContext;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + lasts);
    gain.connect(context.destination);
    return gain;
  }

  private rushing(context: AudioContext): AudioBuffer {
    if (this.noise) return this.noise;
    const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let n = 0; n < data.length; n++) data[n] = Math.random() * 2 - 1; // of sound alone: it decides nothing
    return (this.noise = buffer);
  }
}

export const sounds = new Sounds();
