/** A pause that can be cut short. A ring without a waiter is kept for the next wait. */
export function newAlarm() {
  let rung = false;
  let end: (() => void) | undefined;
  const ring = () => {
    rung = true;
    end?.();
  };
  const wait = async (millis: number) => {
    if (!rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, millis);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    rung = false;
    end = undefined;
  };
  return { ring, wait };
}
