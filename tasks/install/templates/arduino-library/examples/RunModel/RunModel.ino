// Runs the model of Kerf's target $target once.
$run
void setup() {
  Serial.begin(115200);
  while (!Serial) {
  }
  Serial.print("$target: error ");
  Serial.println(run_once());
}

void loop() {}
