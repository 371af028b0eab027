/** How a mail server of Debian's packages is set up to relay all mails. */
export interface PackagedMailServer {
  /** The first one has the server's version. */
  readonly packages: readonly string[];
  readonly files: (port: number, nextPort: number) => Readonly<Record<string, string>>;
  /** Starts it in the foreground. */
  readonly starts: string;
}

const users =
  "for each in postfix postdrop Debian-exim smmta smmsp opensmtpd opensmtpq; do groupadd -rf $each; id $each >/dev/null 2>&1 || useradd -r -g $each $each; done; echo 127.0.0.1 $(hostname).acme.example $(hostname) localhost > /etc/hosts";

export const packagedMailServers: Readonly<Record<string, PackagedMailServer>> = {
  postfix: {
    packages: ["postfix"],
    files: (port, nextPort) => ({
      "etc/postfix/main.cf": `compatibility_level = 3.6
queue_directory = /var/spool/postfix
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
data_directory = /var/lib/postfix
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.acme.example
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
relayhost = [127.0.0.1]:${nextPort}
smtp_tls_security_level = none
maillog_file = /var/log/mail.log
`,
      "etc/postfix/port": `127.0.0.1:${port}`,
    }),
    starts: `${users}; sed -e "s/^smtp .*inet .*/$(cat /etc/postfix/port) inet n - n - - smtpd/" -e "s/^\\([a-z-]* *unix *[^ ]* *[^ ]* *\\)y/\\1n/" /usr/share/postfix/master.cf.dist > /etc/postfix/master.cf; cp /usr/share/postfix/dynamicmaps.cf /etc/postfix/; mkdir -p /var/lib/postfix /var/spool/postfix; chown postfix /var/lib/postfix; exec postfix start-fg`,
  },
  exim: {
    packages: ["exim4-daemon-light"],
    files: (port, nextPort) => ({
      "etc/exim4/exim4.conf": `daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
primary_hostname = mail.acme.example
acl_smtp_rcpt = relays
tls_advertise_hosts =
log_file_path = /var/log/exim4/%slog
begin acl
relays:
  accept
begin routers
next:
  driver = manualroute
  route_list = * 127.0.0.1
  transport = next
  self = send
begin transports
next:
  driver = smtp
  port = ${nextPort}
  allow_localhost
begin retry
* * F,1h,1m
`,
    }),
    starts: `${users}; mkdir -p /var/spool/exim4 /var/log/exim4; chown -R Debian-exim /var/spool/exim4 /var/log/exim4; exec exim4 -bdf -q1m`,
  },
  opensmtpd: {
    packages: ["opensmtpd"],
    files: (port, nextPort) => ({
      "etc/smtpd.conf": `listen on 127.0.0.1 port ${port}
action "relay" relay host smtp://127.0.0.1:${nextPort}
match from any for any action "relay"
`,
    }),
    starts: `${users}; mkdir -p /var/lib/opensmtpd/empty; mkdir -p -m 711 /var/spool/smtpd; exec smtpd -d`,
  },
  sendmail: {
    packages: ["sendmail-bin", "sendmail-cf", "m4"],
    files: (port, nextPort) => ({
      "etc/mail/sendmail.mc": `divert(0)dnl
include(\`/usr/share/sendmail/cf/m4/cf.m4')dnl
OSTYPE(\`debian')dnl
define(\`confDOMAIN_NAME', \`mail.acme.example')dnl
define(\`SMART_HOST', \`relay:[127.0.0.1]')dnl
define(\`RELAY_MAILER_ARGS', \`TCP $h ${nextPort}')dnl
FEATURE(\`nocanonify')dnl
FEATURE(\`accept_unresolvable_domains')dnl
FEATURE(\`promiscuous_relay')dnl
FEATURE(\`no_default_msa')dnl
DAEMON_OPTIONS(\`Port=${port}, Addr=127.0.0.1, Name=MTA')dnl
MAILER(\`smtp')dnl
`,
    }),
    starts: `${users}; mkdir -p /var/spool/mqueue /run/sendmail/mta; chown root:smmta /var/spool/mqueue; chmod 700 /var/spool/mqueue; m4 /etc/mail/sendmail.mc > /etc/mail/sendmail.cf; : > /etc/mail/local-host-names; : > /etc/mail/trusted-users; exec /usr/libexec/sendmail/sendmail -bD -q1m`,
  },
};
