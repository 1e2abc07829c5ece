/** What a screen reader says of itself: announcements in turn, and what cannot wait. */

class Announcer {
  polite = $state("");
  urgent = $state("");

  say(text: string): void {
    // The same words twice are said twice only if the region changes.
    this.polite = text === this.polite ? `${text}\u00a0` : text;
  }

  call(text: string): void {
    this.urgent = text === this.urgent ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcer();
