#!/bin/sh
# Lays out the files of the image in the folder $1: Node with the libraries it is linked to, the bundles without source maps, and an
# account; the certificates of authorities are part of Node. Run in the root of the repository after `npm ci` and the build, on a Linux with glibc.
set -eu
image=$1
node=node_modules/node/bin/node
mkdir -p "$image/usr/bin" "$image/app" "$image/etc" "$image/tmp"
chmod 1777 "$image/tmp"

cp "$node" "$image/usr/bin/node"
# The loader and what `ldd` finds, each where the loader looks for it; name look-ups are libraries that it does not list.
libraries=$(ldd "$node" | awk '$2 == "=>" { print $3 } $1 ~ /^\// { print $1 }')
folder=$(dirname "$(ldd "$node" | awk '/libc\.so/ { print $3 }')")
for library in $libraries "$folder/libnss_dns.so.2" "$folder/libnss_files.so.2" "$folder/libresolv.so.2"; do
  [ -e "$library" ] || continue
  mkdir -p "$image$(dirname "$library")"
  cp -L "$library" "$image$library"
done

for app in gateway workspace organization-directory users notifications activity rewriter; do
  mkdir -p "$image/app/$app"
  cp -R "apps/$app/dist/." "$image/app/$app"
  find "$image/app/$app" -name "*.map" -delete
  echo '{"type":"module"}' > "$image/app/$app/package.json"
done
cp deploy/prepare.ts "$image/app/prepare.ts"

echo 'parley:x:65532:65532:Parley:/app:/sbin/nologin' > "$image/etc/passwd"
echo 'parley:x:65532:' > "$image/etc/group"
echo 'hosts: files dns' > "$image/etc/nsswitch.conf"
