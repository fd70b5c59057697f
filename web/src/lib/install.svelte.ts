/** Installing the client as an app: some browsers offer it, and let the page ask at the right moment. */
import { isInstalled, register } from './push';

interface Offer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

class Install {
  /** The browser's offer, if it has made one. */
  offer = $state.raw<Offer | null>(null);
  done = $state(isInstalled());

  /** Waits for the browser's offer, so that nobody is asked before they want it. */
  watch(): void {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.offer = event as Offer;
    });
    addEventListener('appinstalled', () => {
      this.done = true;
      this.offer = null;
      void register();
    });
  }

  async ask(): Promise<void> {
    await this.offer?.prompt();
    this.offer = null;
  }
}

export const install = new Install();
