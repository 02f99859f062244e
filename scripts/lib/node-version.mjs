// Old versions of Node must be able to read this file, so it keeps to old syntax.

const parts = process.versions.node.split('.').map(Number);
const tooOld = parts[0] < 20 || (parts[0] === 20 && parts[1] < 19);

if (tooOld) {
  process.stderr.write(
    'Muster needs Node 20.19 or newer and this is ' +
      process.versions.node +
      ': install a newer one from https://nodejs.org.\n',
  );
  process.exit(1);
}
