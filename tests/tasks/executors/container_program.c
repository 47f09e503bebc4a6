// The only program of the tests' image: does what its first argument says, to be watched from
// outside.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static void say(const char* text) {
  printf("%s\n", text);
  fflush(stdout);
}

static void attempt(const char* what, int result) {
  printf("%s: %s\n", what, result < 0 ? strerror(errno) : "allowed");
}

static int rights(void) {
  printf("user: %d %d\n", (int)getuid(), (int)getgid());
  printf("new privileges: %s\n", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) ? "never" : "allowed");
  FILE* status = fopen("/proc/self/status", "r");
  char line[256];
  while (status != NULL && fgets(line, sizeof line, status) != NULL) {
    if (strncmp(line, "Cap", 3) == 0) {
      fputs(line, stdout);
    }
  }
  attempt("write /", open("/file", O_CREAT | O_WRONLY, 0600));
  attempt("write /tmp", open("/tmp/file", O_CREAT | O_WRONLY, 0600));
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(53)};
  inet_pton(AF_INET, "192.0.2.1", &address.sin_addr);
  attempt("network",
          connect(socket(AF_INET, SOCK_DGRAM, 0), (struct sockaddr*)&address, sizeof address));
  return 0;
}

static int copy(const char* from, const char* to) {
  FILE* in = fopen(from, "r");
  FILE* out = fopen(to, "w");
  if (in == NULL || out == NULL) {
    perror(in == NULL ? from : to);
    return 1;
  }
  for (int byte = fgetc(in); byte != EOF; byte = fgetc(in)) {
    fputc(byte, out);
  }
  return fclose(out);
}

static int give(int count, char** words) {  // chown UID:GID FOLDER...
  int uid = 0, gid = 0;
  sscanf(words[1], "%d:%d", &uid, &gid);
  for (int i = 2; i < count; i++) {
    if (chown(words[i], (uid_t)uid, (gid_t)gid) != 0) {
      return 1;
    }
  }
  return 0;
}

int main(int count, char** words) {
  if (strcmp(words[0], "chown") == 0) {
    return give(count, words);
  }
  const char* what = count > 1 ? words[1] : "";
  if (strcmp(what, "lines") == 0) {  // two lines, a second apart
    say("first");
    sleep(1);
    say("second");
    fputs("no newline", stdout);
  } else if (strcmp(what, "streams") == 0) {
    fputs("out", stdout);
    fputs("err", stderr);
  } else if (strcmp(what, "exit") == 0) {
    return atoi(words[2]);
  } else if (strcmp(what, "fault") == 0) {
    *(volatile int*)0 = 1;
  } else if (strcmp(what, "hang") == 0) {
    say("hanging");
    pause();
  } else if (strcmp(what, "rights") == 0) {
    return rights();
  } else if (strcmp(what, "copy") == 0) {
    return copy(words[2], words[3]);
  } else if (strcmp(what, "memory") == 0) {
    for (;;) {
      memset(malloc(1 << 20), 1, 1 << 20);
    }
  } else if (strcmp(what, "processes") == 0) {
    int made = 0;
    while (fork() > 0) {
      made++;
    }
    printf("%d\n", made);
  }
  return 0;
}
