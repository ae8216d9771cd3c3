/** A folder of a person: `/home/ada`, `/Users/ada`, `C:\Users\ada`, `/root`, `~/work`, `$HOME/work`. */
const HOME =
  /(?<![\w/.])(?:\/(?:home|Users|var\/home)\/[^\s/'"`]+|\/root(?![\w-])|~[\w-]{0,32}\/|\$\{?HOME\b|%USERPROFILE%|[A-Za-z]:[\\/]Users[\\/][^\s\\/'"`]+)/i;
/** A folder that names its person; unlike `~`, it is never the same for another. */
const NAMED_HOME =
  /(?<![\w/.])(?:\/(?:home|Users|var\/home)\/(?!(?:user|username|you|me|name)\b)[\w.-]+|[A-Za-z]:[\\/]Users[\\/](?!(?:user|username|you|me|name|public)\b)[\w.-]+)/i;
/** The own machine has the same name everywhere. */
const LOOPBACK = /\b(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0)\b|\[::1\]/gi;
const ADDRESS =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?!\s|$|[/:])\S|[\w.+-]+@(?:[\w-]+\.)*[\w-]*[a-z][\w-]*\.[a-z]{2,}\b|\b(?:\d{1,3}\.){3}\d{1,3}\b|(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}(?![\w:])|\b[\w.-]+@[\w.-]+:\S/i;
const HOST =
  /(?<![\w./-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:com|org|net|io|dev|app|cloud|ai|co|local|lan|internal|intranet|corp|home|svc|cluster|example|test|edu|gov|info|biz|eu|us|uk|de|fr|es|it|nl|br|ru|cn|jp|kr|in|au|ca|ch|at|se|pl)(?![\w.-]*\w)/i;
const ID =
  /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b|\d{6,}|\b[A-Z]{2,10}-\d{2,}\b|\b[a-z]{2,8}_(?=\w*\d)\w{8,}\b|\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{20,}\b/;

/** Whether a value names a person's folder, a host, an address or an id: something that is never a rule, however often it was used. */
export function isPrivate(value: string): boolean {
  const plain = value
    .replace(/\b[a-z]{2,8}:\/\/(?=localhost|127\.|0\.0\.0\.0|\[::1\])/gi, '')
    .replace(LOOPBACK, 'here');
  return [HOME, ADDRESS, HOST].some((kind) => kind.test(plain)) || ID.test(plain);
}

/** The first folder in a text that names its person, which no text for others may hold. */
export const namedHomeIn = (text: string): string | undefined => NAMED_HOME.exec(text)?.[0];
